import { typedFields } from '#shared/lib/typed-fields.ts'

import { type BoardCommand, BOARD_STEPS } from './board-command.ts'
import { type PaidAnswer, payPost, send } from './pay-call.ts'
import type { PlaygroundFacts } from './read-playground.ts'

export type BoardDeps = {
  playground: () => PlaygroundFacts
  /** The API key of a demo account of the playground. */
  demoKey: (name: NonNullable<BoardCommand['as']>) => Promise<string>
  /** Grants a prepaid key with so many cents. */
  grantKey: (cents: number) => Promise<string>
}

/** What a key holds that is made for a hire, in cents. */
const GRANTED_CENTS = 10_000

/** Makes the request of a step on the jobs board. */
export async function runBoardCommand(deps: BoardDeps, command: BoardCommand): Promise<PaidAnswer> {
  const { step, job, fields, as, account, pay, key } = command
  const { method, path, body: schema } = BOARD_STEPS[step]
  const base = (command.url ?? deps.playground().base_url) + path(job)
  const apiKey = as === undefined ? account : await deps.demoKey(as)
  const headers = apiKey === undefined ? {} : { 'X-API-Key': apiKey }
  if (method === 'GET') {
    const query = new URLSearchParams([...fields]).toString()
    return send(query === '' ? base : `${base}?${query}`, { method, headers })
  }
  const body = JSON.stringify(typedFields(fields, schema))
  if (pay === 'card') return send(`${base}/card`, { method, headers, body })
  if (pay === 'base' || pay === 'solana') return payPost(deps.playground(), { rail: pay, url: base, body, headers })
  const paying = pay === undefined ? {} : { 'X-Service-Key': key ?? (await deps.grantKey(GRANTED_CENTS)) }
  return send(base, { method, headers: { ...headers, ...paying }, body })
}
