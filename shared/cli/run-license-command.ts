import { typedFields } from '#shared/lib/typed-fields.ts'

import type { LicenseCommand } from './license-command.ts'
import { type PaidAnswer, send } from './pay-call.ts'
import type { PlaygroundFacts } from './read-playground.ts'

type LicenseDeps = {
  playground: () => PlaygroundFacts
  /** The API key of a demo account of the playground. */
  demoKey: (name: NonNullable<LicenseCommand['as']>) => Promise<string>
}

/** Makes the request of a command about a licence. */
export async function runLicenseCommand(deps: LicenseDeps, command: LicenseCommand): Promise<PaidAnswer> {
  const { request, purchase, fields, as, account, url } = command
  const at = (url ?? deps.playground().base_url) + request.path(purchase)
  const apiKey = as === undefined ? account : await deps.demoKey(as)
  const headers = apiKey === undefined ? {} : { 'X-API-Key': apiKey }
  if (request.method === 'POST')
    return send(at, { method: 'POST', headers, body: JSON.stringify(typedFields(fields, null)) })
  const query = new URLSearchParams([...fields]).toString()
  return send(query === '' ? at : `${at}?${query}`, { method: 'GET', headers })
}
