import { typedFields } from '#shared/lib/typed-fields.ts'
import { NewEndpoint } from '#shared/market/endpoints/endpoint-fields.ts'

import { type PaidAnswer, send } from './pay-call.ts'
import type { PlaygroundFacts } from './read-playground.ts'
import type { SellerCommand } from './seller-command.ts'

type SellerDeps = {
  playground: () => PlaygroundFacts
  /** The API key of a demo account of the playground. */
  demoKey: (name: NonNullable<SellerCommand['as']>) => Promise<string>
}

/** An example of an answer is JSON, as a schema is. */
const TYPED = NewEndpoint.omit({ output_example: true })
const AT = '/api/v1/seller-endpoints'

/** Makes the request of a command about endpoints of sellers. The demo worker is paid to the demo wallet unless said. */
export async function runSellerCommand(deps: SellerDeps, command: SellerCommand): Promise<PaidAnswer> {
  const { verb, slug, fields, as, account, url } = command
  const base = (url ?? deps.playground().base_url) + AT
  if (verb === 'list') {
    const query = new URLSearchParams([...fields]).toString()
    return send(query === '' ? base : `${base}?${query}`, { method: 'GET', headers: {} })
  }
  const apiKey = as === undefined ? account : await deps.demoKey(as)
  const headers = { 'X-API-Key': apiKey ?? '' }
  if (verb === 'pause')
    return send(`${base}/${encodeURIComponent(slug)}/pause`, { method: 'POST', headers, body: '{}' })
  const demo = as === undefined ? {} : { solana_wallet: deps.playground().solana.wallet.address }
  const body = JSON.stringify({ ...demo, ...typedFields(fields, TYPED) })
  return send(base, { method: 'POST', headers, body })
}
