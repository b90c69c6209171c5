import { parseArgs } from 'node:util'

import { PASS_TERMS, type PassKind } from '#shared/money/passes/pass-terms.ts'

import { type AccountCommand, readAccountCommand } from './account-commands.ts'
import { readReportCommand, type ReportCommand } from './report-commands.ts'

/** The chains a call can be paid on. */
const RAILS = ['base', 'solana'] as const
export type Rail = (typeof RAILS)[number]

/** What an operator may ask for. */
export type Command =
  | { name: 'key grant'; cents: number }
  | { name: 'pass grant'; kind: PassKind }
  | { name: 'wallet' }
  | AccountCommand
  | ReportCommand
  /** `fields` are the body's members with their values as they were typed. */
  | { name: 'call'; slug: string; fields: ReadonlyMap<string, string>; rail: Rail }

export const USAGE = `Usage: npm run -s cli -- <command>

  key grant --cents N                  a prepaid key with N cents (1 to 10000000), as JSON {key, key_id, balance_cents}
  pass grant --kind day|week|month     a pass, as JSON {pass_token, pass_id, kind, scope, valid_until}
  account reset-token --email E [--username U] [--minutes N]
                                       a password reset token to hand to a user, as JSON
                                       {reset_token, expires_at, user_id, username, email, asked_at}; 30 minutes unless said
  account suspend --username U         a user's credentials stop working, as JSON {user_id, username, status}
  account restore --username U         and work again
  report list                          listings with open reports, as JSON {listings: [...]}
  report uphold|dismiss --listing L    decides them: upheld hides the listing, dismissed shows it again
  wallet                               the playground's two demo wallets and what they hold, as JSON {base, solana}
  call <slug> key=value ... --pay base|solana
                                       a call of the playground, paid by x402 from its demo wallet, as JSON
                                       {status, paid, payment_header, answer}; also balance/fund, day-pass, ...

It works on DATABASE_URL with SERVER_SECRET, or on the playground of this folder (DATA_DIR).
`

const MAX_CENTS = 10_000_000

/** Reads the arguments; null for anything that is not a whole, known command. */
export function parseCommand(args: readonly string[]): Command | null {
  const parsed = read(args)
  if (parsed === null) return null
  const { cents, kind, pay, listing, ...about } = parsed.values
  const [verb, ...operands] = parsed.positionals
  if (verb === 'report') return readReportCommand(operands, parsed.values)
  if (listing !== undefined) return null
  if (verb === 'account')
    return cents === undefined && kind === undefined && pay === undefined ? readAccountCommand(operands, about) : null
  if (Object.keys(about).length > 0) return null
  if (verb === 'call') return cents === undefined && kind === undefined ? readCall(operands, pay) : null
  if (pay !== undefined) return null
  switch (parsed.positionals.join(' ')) {
    case 'key grant':
      if (kind !== undefined || cents === undefined || !/^[1-9]\d{0,7}$/.test(cents) || Number(cents) > MAX_CENTS)
        return null
      return { name: 'key grant', cents: Number(cents) }
    case 'pass grant':
      return cents === undefined && isPassKind(kind) ? { name: 'pass grant', kind } : null
    case 'wallet':
      return cents === undefined && kind === undefined ? { name: 'wallet' } : null
    default:
      return null
  }
}

function readCall([slug, ...pairs]: readonly string[], pay: string | undefined): Command | null {
  const rail = RAILS.find((name) => name === pay)
  if (rail === undefined || slug === undefined || !/^[a-z0-9-]{1,64}(?:\/[a-z]{1,16})?$/.test(slug)) return null
  const fields = new Map<string, string>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (at < 1 || fields.has(name)) return null
    fields.set(name, pair.slice(at + 1))
  }
  return { name: 'call', slug, fields, rail }
}

const isPassKind = (word: string | undefined): word is PassKind => word !== undefined && Object.hasOwn(PASS_TERMS, word)

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        cents: { type: 'string' },
        kind: { type: 'string' },
        pay: { type: 'string' },
        email: { type: 'string' },
        username: { type: 'string' },
        minutes: { type: 'string' },
        listing: { type: 'string' },
      },
    })
  } catch {
    return null
  }
}
