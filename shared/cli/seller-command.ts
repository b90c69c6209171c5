import { DEMO_ACCOUNTS } from './board-command.ts'
import { readFields } from './read-fields.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

/**
 * Lists endpoints of sellers, publishes one or pauses one: in the name of a demo account of the playground (`as`), or of
 * the account of an API key (`account`) of the service at `url`, the playground unless said.
 */
export type SellerCommand = {
  name: 'seller'
  verb: 'list' | 'add' | 'pause'
  /** Of what is paused; empty otherwise. */
  slug: string
  fields: ReadonlyMap<string, string>
  as?: (typeof DEMO_ACCOUNTS)[number]
  account?: string
  url?: string
  json?: boolean
}

const VERBS = ['list', 'add', 'pause'] as const

/** Parses what follows `seller`. Throws UsageError unless it is complete. */
export function readSellerCommand([word, ...words]: readonly string[], options: Options): SellerCommand {
  const verb = VERBS.find((one) => one === word)
  if (verb === undefined) throw new UsageError(`What follows seller is ${VERBS.join(', ')}.`)
  const command = `seller ${verb}`
  takesOnly(command, { words: [], options }, 'url', 'json', ...(verb === 'list' ? [] : (['as', 'account'] as const)))
  const { account, url, json } = options
  const [slug = '', ...more] = verb === 'pause' ? words : ['', ...words]
  if (verb === 'pause' && (slug === '' || more.length > 0))
    throw new UsageError('seller pause needs the slug of one endpoint.')
  const as = DEMO_ACCOUNTS.find((name) => name === options.as)
  if (options.as !== undefined && as === undefined)
    throw new UsageError(`--as is one of the playground's accounts: ${DEMO_ACCOUNTS.join(' or ')}.`)
  if (as !== undefined && (account !== undefined || url !== undefined))
    throw new UsageError('--as is an account of the playground; elsewhere --account takes an API key.')
  if (verb !== 'list' && as === undefined && account === undefined)
    throw new UsageError(`${command} needs --as worker, or --account with an API key.`)
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('--url takes the http(s) address of a service.')
  return {
    name: 'seller',
    verb,
    slug,
    fields: readFields(more, command),
    ...(as === undefined ? {} : { as }),
    ...(account === undefined ? {} : { account }),
    ...(url === undefined ? {} : { url: url.replace(/\/+$/, '') }),
    ...(json === true ? { json } : {}),
  }
}
