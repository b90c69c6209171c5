import { parseArgs } from 'node:util'

import { PASS_TERMS, type PassKind } from '#shared/money/passes/pass-terms.ts'

/** What an operator may ask for. */
export type Command = { name: 'key grant'; cents: number } | { name: 'pass grant'; kind: PassKind }

export const USAGE = `Usage: npm run -s cli -- <command>

  key grant --cents N                  a prepaid key with N cents (1 to 10000000), as JSON {key, key_id, balance_cents}
  pass grant --kind day|week|month     a pass, as JSON {pass_token, pass_id, kind, scope, valid_until}

It works on DATABASE_URL with SERVER_SECRET, or on the playground of this folder (DATA_DIR).
`

const MAX_CENTS = 10_000_000

/** Reads the arguments; null for anything that is not a whole, known command. */
export function parseCommand(args: readonly string[]): Command | null {
  const parsed = read(args)
  if (parsed === null) return null
  const { cents, kind } = parsed.values
  switch (parsed.positionals.join(' ')) {
    case 'key grant':
      if (kind !== undefined || cents === undefined || !/^[1-9]\d{0,7}$/.test(cents) || Number(cents) > MAX_CENTS)
        return null
      return { name: 'key grant', cents: Number(cents) }
    case 'pass grant':
      return cents === undefined && isPassKind(kind) ? { name: 'pass grant', kind } : null
    default:
      return null
  }
}

const isPassKind = (word: string | undefined): word is PassKind => word !== undefined && Object.hasOwn(PASS_TERMS, word)

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { cents: { type: 'string' }, kind: { type: 'string' } },
    })
  } catch {
    return null
  }
}
