import { uuidOf } from '#shared/market/public-id.ts'

import { DEMO_ACCOUNTS } from './board-command.ts'
import { readFields } from './read-fields.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

const of = (what: string) => (purchase: string) => `/api/purchases/${purchase}/${what}`

/** What the holder of a licence does with it: the request of each verb, by what it is about. */
export const LICENSE_VERBS = {
  resale: {
    list: { method: 'GET', path: () => '/api/resale-offers' },
    show: { method: 'GET', path: of('resale') },
    offer: { method: 'POST', path: of('resale/list') },
    cancel: { method: 'POST', path: of('resale/cancel') },
  },
  wrap: {
    show: { method: 'GET', path: of('wrap') },
    request: { method: 'POST', path: of('wrap/request') },
    claim: { method: 'POST', path: of('wrap/claim') },
    unwrap: { method: 'POST', path: of('wrap/unwrap') },
  },
} as const

type Request = { method: 'GET' | 'POST'; path: (purchase: string) => string }

/**
 * Sells a licence on, or makes it a token: in the name of a demo account of the playground (`as`), or of the account of an
 * API key (`account`) of the service at `url`, the playground unless said.
 */
export type LicenseCommand = {
  name: 'license'
  request: Request
  /** Empty where all offers are listed. */
  purchase: string
  fields: ReadonlyMap<string, string>
  as?: (typeof DEMO_ACCOUNTS)[number]
  account?: string
  url?: string
  json?: boolean
}

/** Parses what follows `resale` or `wrap`. Throws UsageError unless it is complete. */
export function readLicenseCommand(
  about: keyof typeof LICENSE_VERBS,
  [verb = '', ...words]: readonly string[],
  options: Options,
): LicenseCommand {
  const verbs: Readonly<Record<string, Request>> = LICENSE_VERBS[about]
  const request = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (request === undefined) throw new UsageError(`What follows ${about} is ${Object.keys(verbs).join(', ')}.`)
  const command = `${about} ${verb}`
  const isList = verb === 'list'
  takesOnly(command, { words: [], options }, 'url', 'json', ...(isList ? [] : (['purchase', 'as', 'account'] as const)))
  const { purchase = '', account, url, json } = options
  if (!isList && uuidOf('pur', purchase) === null)
    throw new UsageError(`${command} needs --purchase with the id of a purchase (pur_…).`)
  const as = DEMO_ACCOUNTS.find((name) => name === options.as)
  if (options.as !== undefined && as === undefined)
    throw new UsageError(`--as is one of the playground's accounts: ${DEMO_ACCOUNTS.join(' or ')}.`)
  if (as !== undefined && (account !== undefined || url !== undefined))
    throw new UsageError('--as is an account of the playground; elsewhere --account takes an API key.')
  if (!isList && as === undefined && account === undefined)
    throw new UsageError(`${command} needs --as poster or worker, or --account with an API key.`)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('--url takes the http(s) address of a service.')
  return {
    name: 'license',
    request,
    purchase,
    fields: readFields(words, command),
    ...(as === undefined ? {} : { as }),
    ...(account === undefined ? {} : { account }),
    ...(url === undefined ? {} : { url: url.replace(/\/+$/, '') }),
    ...(json === true ? { json } : {}),
  }
}
