import { parseArgs } from 'node:util'

import { type BuyCommand, readBuy } from './buy-command.ts'
import { type AccountCommand, readAccountCommand } from './account-commands.ts'
import { type JobCommand, readJobCommand } from './job-commands.ts'
import type { BoardCommand } from './board-command.ts'
import { type KeyCommand, readKeyCommand, readPassGrant } from './key-commands.ts'
import {
  type OperatorCommand,
  readOperatorCommand,
  readOutcomeCommand,
  readPoolCommand,
  readShow,
} from './operator-commands.ts'
import { readFields } from './read-fields.ts'
import { type CardCommand, readCardCommand } from './card-commands.ts'
import { type PayoutCommand, readPayoutCommand } from './payout-commands.ts'
import { type PurchaseCommand, readPurchaseCommand } from './purchase-commands.ts'
import { type LicenseCommand, readLicenseCommand } from './license-command.ts'
import { readReportCommand, type ReportCommand } from './report-commands.ts'
import { readSellerCommand, type SellerCommand } from './seller-command.ts'
import { type Options, takesOnly, UsageError } from './usage-error.ts'

/** The chains a call can be paid on. */
const RAILS = ['base', 'solana'] as const
export type Rail = (typeof RAILS)[number]

/**
 * A call, paid by a demo wallet of the playground or by a service key. `fields` are the members of the body, with their
 * values as typed; `url` is the service, where it is not the playground of this folder.
 */
export type CallCommand = {
  name: 'call'
  slug: string
  fields: ReadonlyMap<string, string>
  url?: string
  json?: boolean
} & ({ rail: Rail; key?: never } | { key: string; rail?: never })

/** Operator commands. */
export type Command =
  | { name: 'help' }
  | KeyCommand
  | OperatorCommand
  | { name: 'wallet' }
  | AccountCommand
  | ReportCommand
  | PayoutCommand
  | PurchaseCommand
  | CardCommand
  | JobCommand
  | BoardCommand
  | SellerCommand
  | LicenseCommand
  /** Names and API keys of the playground's demo accounts. */
  | { name: 'accounts' }
  | BuyCommand
  /** `id` is that of the call, or of the request that made it. */
  | { name: 'call show'; id: string; json?: boolean }
  | CallCommand

export const USAGE = `Usage: npm run -s cli -- <command>

  key grant --cents N                  a prepaid key with N cents (1 to 10000000), as JSON {key, key_id, balance_cents}
  key list [QUERY]                     the newest 50 keys, or those whose id, account or last four characters it is
  key show ID                          one key and its last calls
  key credit ID --cents N --reason R   adds N cents to an active prepaid key
  key revoke ID --reason R             revokes a key; what no call holds of its balance is forfeited
  pass grant --kind day|week|month     a pass, as JSON {pass_token, pass_id, kind, scope, valid_until}
  account reset-token --email E [--username U] [--minutes N]
                                       a password reset token to hand to a user, as JSON
                                       {reset_token, expires_at, user_id, username, email, asked_at}; 30 minutes unless said
  account suspend --username U         a user's credentials stop working and nothing of his is on sale, as JSON
                                       {user_id, username, status}
  account restore --username U         and work again
  report list                          listings with open reports, as JSON {listings: [...]}
  report uphold|dismiss --listing L    decides them: upheld hides the listing, dismissed shows it again
  payout list                          payouts that are not final, held ones first, as JSON {payouts: [...]}
  payout hold --payout P --reason R    keeps one that is not signed yet from being sent; its seller sees the reason
  payout release --payout P            sends it after all
  purchase show --purchase P           a purchase with timeline, payables, refunds and disputes, as JSON
  purchase refund --purchase P --reason R [--cents N]
                                       gives its whole price back, also after its seller was paid, who then owes it, as
                                       JSON {purchase_id, status, refunded_cents, refund_key_id}; by card also a part of it
  card list                            events, payments, refunds and disputes by card that wait for you, as JSON
  card retry --event E                 handles a quarantined event again
  card evidence --dispute D --evidence T
                                       submits what you say against a dispute, with the timeline of the sale, once
  job list [q=... category=...]        open jobs of the playground; also job show --job J
  job post title=... budget_cents=... description=... --as poster
  job propose --job J bid_cents=... delivery_days=... cover_letter=... --as worker
  job proposals --job J --as poster    then hire one of them:
  job hire --job J proposal_id=... --as poster --pay key|base|solana|card [--key K]
                                       by card it prints what a card form needs to pay
  job deliver --job J notes=... --as worker
  job request-changes|accept|cancel --job J [reason=...] --as poster
  job dispute|answer --job J reason=... --as poster|worker
  job review --job J rating=5 --as poster|worker
                                       each step of a job, as a demo account of the playground, or of a service at --url
                                       as the account of --account KEY; prints its answer
  job accounts                         the playground's two demo accounts, as JSON {poster, worker: {username, api_key}}
  seller list [q=... sort=...]         endpoints of sellers on sale in the playground; call sellers/<slug> calls one
  seller add slug=... title=... description=... target_url=... price_cents=... input_schema=... input_example=...
         output_example=... content_policy_accepted=true --as worker
  seller pause <slug> --as worker      publishes an API of yours, and takes it off sale: as a demo account of the
                                       playground, or of a service at --url as the account of --account KEY
  resale list [listing_id=... sort=...] offers of licences in the playground; buy <listing> --offer O buys one
  resale show --purchase P --as poster whether and when a licence may be sold on, and its last offer
  resale offer --purchase P price_cents=... [note=... expires_at=...] --as poster
  resale cancel --purchase P --as poster
                                       offers the licence of a purchase or changes the offer, and ends it
  wrap show --purchase P --as poster   whether the licence of a purchase is a token, and which
  wrap request --purchase P owner_wallet=... confirm_lock=true --as poster
  wrap claim|unwrap --purchase P --as poster
                                       makes it one, takes the licence of a token that a wallet of yours holds, and ends it:
                                       prints the transaction to sign and send; all of them elsewhere with --account KEY --url U
  job disputes                         open disputes of the jobs board and what was said, as JSON {disputes: [...]}
  job dispute --job J --reason R       opens a dispute in nobody's name: both sides have five days to answer
  job decide --job J --percent N --reason R
                                       decides it: N percent of the bid go to the worker (less the fee), the rest back
  wallet                               the playground's two demo wallets and what they hold, as JSON {base, solana}
  call <slug> key=value ... --pay base|solana [--url U] [--json]
                                       a call of the playground, paid by x402 from its demo wallet; also balance/fund,
                                       day-pass, bundles/security-kit, sellers/word-count, ...; a value may be JSON. --json prints
                                       {status, paid, payment_header, answer}
  call <slug> key=value ... --key K [--url U] [--json]
                                       the same, paid by a service key, of the playground or of the service at --url
  buy <listing> --pay key|base|solana|sol|usdc [--key K] [--offer O] [--json]
                                       buys a listing, or an offer of its licence, of the playground by x402 from its demo wallet, with a prepaid key
                                       (a new one unless said), or for the demo poster in SOL or USDC, in one transaction
                                       that pays the seller, and prints what it delivers or the purchase
  outcome pause SLUG [--minutes N]     its calls are refused before any money moves, for an hour unless said
  outcome resume SLUG                  and taken again
  pool drain POOL [--minutes N]        the same for all calls of a pool; what waits and runs ends as it would
  pool resume POOL
  show ID                              all that is known of a call, request, key, payment, payout, purchase, account, job or
                                       listing, as JSON {title, parts}
  stats                                calls and money of the last hour by minute and rail, errors, slow outcomes, as JSON
  operator add NAME --role viewer|operator
                                       a named operator, as JSON {operator, role, token}; the token is shown once
  operator revoke NAME                 the token and the sessions of an operator end
  operator list                        the operators, as JSON {operators: [...]}
  operator log                         the last 100 actions of operators, as JSON {actions: [...]}
  call show <request id or call id> [--json]
                                       what became of a call: state, price, payer, times, steps, error
  help                                 this text

It works on DATABASE_URL with SERVER_SECRET, or on the playground of this folder (DATA_DIR). Commands of operators are logged
under the name of OPERATOR_TOKEN, or as root where that is not set.
`

/** Parses the arguments. Throws UsageError unless they are a complete, known command. */
export function parseCommand(args: readonly string[]): Command {
  const { words, options, isHelp } = read(args)
  const [verb, ...more] = words
  if (isHelp || verb === 'help') return { name: 'help' }
  switch (verb) {
    case 'key':
      return readKeyCommand(more, options)
    case 'pass':
      return readPassGrant(more, options)
    case 'account':
      return readAccountCommand(more, options)
    case 'operator':
      return readOperatorCommand(more, options)
    case 'outcome':
      return readOutcomeCommand(more, options)
    case 'pool':
      return readPoolCommand(more, options)
    case 'show':
      return readShow(more, options)
    case 'stats':
      takesOnly('stats', { words: more, options })
      return { name: 'stats' }
    case 'report':
      return readReportCommand(more, options)
    case 'buy':
      return readBuy(more, options)
    case 'payout':
      return readPayoutCommand(more, options)
    case 'card':
      return readCardCommand(more, options)
    case 'purchase':
      return readPurchaseCommand(more, options)
    case 'job':
      return readJobCommand(more, options)
    case 'seller':
      return readSellerCommand(more, options)
    case 'resale':
    case 'wrap':
      return readLicenseCommand(verb, more, options)
    case 'wallet':
      takesOnly('wallet', { words: more, options })
      return { name: 'wallet' }
    case 'call':
      return readCall(more, options)
    default:
      throw new UsageError(verb === undefined ? 'No command was given.' : `There is no command "${verb}".`)
  }
}

function readCallShow([id, ...words]: readonly string[], options: Options): Command {
  takesOnly('call show', { words, options }, 'json')
  if (id === undefined || !/^(?:req_[0-9a-f]{24}|call_[0-9a-f]{32})$/.test(id))
    throw new UsageError('call show needs the id of a call (call_…) or of a request (req_…).')
  return { name: 'call show', id, ...(options.json === true ? { json: true } : {}) }
}

function readCall([slug, ...pairs]: readonly string[], options: Options): Command {
  if (slug === 'show') return readCallShow(pairs, options)
  takesOnly('call', { words: [], options }, 'pay', 'key', 'url', 'json')
  if (slug === undefined || !/^[a-z0-9-]{1,64}(?:\/[a-z0-9-]{1,64})?$/.test(slug))
    throw new UsageError(
      'call needs the slug of an outcome, or balance/fund, day-pass, bundles/security-kit and the like.',
    )
  const fields = readFields(pairs, 'the slug')
  const { url, key } = options
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('--url takes the http(s) address of a service.')
  const wanted = {
    name: 'call',
    slug,
    fields,
    ...(url === undefined ? {} : { url: url.replace(/\/+$/, '') }),
    ...(options.json === true ? { json: true } : {}),
  } as const
  if (key !== undefined && options.pay !== undefined) throw new UsageError('call takes --pay or --key, not both.')
  if (key !== undefined) return { ...wanted, key }
  const rail = RAILS.find((name) => name === options.pay)
  if (rail === undefined) throw new UsageError(`call needs --pay: ${RAILS.join(' or ')}.`)
  return { ...wanted, rail }
}

function read(args: readonly string[]): { words: readonly string[]; options: Options; isHelp: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cents: { type: 'string' },
        kind: { type: 'string' },
        pay: { type: 'string' },
        key: { type: 'string' },
        offer: { type: 'string' },
        url: { type: 'string' },
        json: { type: 'boolean' },
        email: { type: 'string' },
        username: { type: 'string' },
        minutes: { type: 'string' },
        listing: { type: 'string' },
        payout: { type: 'string' },
        purchase: { type: 'string' },
        event: { type: 'string' },
        dispute: { type: 'string' },
        evidence: { type: 'string' },
        job: { type: 'string' },
        percent: { type: 'string' },
        role: { type: 'string' },
        as: { type: 'string' },
        account: { type: 'string' },
        reason: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    const { help, ...options } = values
    return { words: positionals, options, isHelp: help }
  } catch (error) {
    // Node's first sentence names the option; the rest is general advice.
    const [why = ''] = error instanceof Error ? error.message.split(/[.\n]/) : []
    throw new UsageError(`${why}.`, { cause: error })
  }
}
