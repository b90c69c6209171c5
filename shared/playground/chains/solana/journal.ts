import { appendFileSync, existsSync, readFileSync } from 'node:fs'

import { z } from 'zod'

import { replaceFile } from '../../replace-file.ts'

const KeptAccount = z.object({
  address: z.string(),
  lamports: z.string(),
  owner: z.string(),
  executable: z.boolean(),
  /** Base64. */
  data: z.string(),
})
export type KeptAccount = z.output<typeof KeptAccount>

/** A transaction that landed, with everything needed to answer queries about it. */
const Landed = z.object({
  signature: z.string(),
  messageHash: z.string(),
  /** Every account it names. */
  accounts: z.array(z.string()),
  slot: z.int(),
  unixS: z.int(),
  /** Base64, as sent. */
  wire: z.string(),
  /** `meta` as the RPC returns it. */
  meta: z.looseObject({ err: z.unknown(), fee: z.int() }),
})
export type Landed = z.output<typeof Landed>

const Line = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chain'), genesis: z.string(), startedAtMs: z.number() }),
  z.object({ kind: z.literal('accounts'), accounts: z.array(KeptAccount) }),
  z.object({ kind: z.literal('landed'), landed: Landed, accounts: z.array(KeptAccount) }),
])
export type JournalLine = z.output<typeof Line>

export type Journal = {
  /** The stored lines, oldest first. */
  lines: readonly JournalLine[]
  append: (line: JournalLine) => void
}

/** A journal that stores nothing. */
export const noJournal = (): Journal => ({ lines: [], append: () => {} })

/** Transactions kept across restarts. Older ones are dropped; their accounts are kept. */
const LANDED_KEPT = 20_000

/**
 * Opens the journal of a chain: one JSON line per change, appended before the change becomes visible, so that a killed
 * process has lost nothing it reported. Compacts the file when it is opened. A truncated last line is ignored, because
 * it was never reported.
 */
export function openJournal(path: string): Journal {
  const lines = shorten(existsSync(path) ? readLines(path) : [])
  replaceFile(path, lines.map(formatLine).join(''))
  return { lines, append: (line) => appendFileSync(path, formatLine(line)) }
}

const formatLine = (line: JournalLine) => `${JSON.stringify(line)}\n`

function readLines(path: string): JournalLine[] {
  const texts = readFileSync(path, 'utf8').split('\n')
  const torn = texts.pop() ?? ''
  if (torn !== '') texts.push(torn)
  return texts.flatMap((text, at) => {
    try {
      return [Line.parse(JSON.parse(text))]
    } catch (error) {
      if (at === texts.length - 1 && torn !== '') return []
      throw new Error(`${path} is corrupt in line ${at + 1}. Remove it to start with an empty chain.`, { cause: error })
    }
  })
}

function shorten(lines: JournalLine[]): JournalLine[] {
  const accounts = new Map<string, KeptAccount>()
  for (const line of lines) {
    if (line.kind !== 'chain') for (const account of line.accounts) accounts.set(account.address, account)
  }
  const landed = lines.filter((line) => line.kind === 'landed').slice(-LANDED_KEPT)
  return [
    ...lines.filter((line) => line.kind === 'chain').slice(0, 1),
    ...landed.map((line) => ({ ...line, accounts: [] })),
    ...(accounts.size === 0 ? [] : [{ kind: 'accounts' as const, accounts: [...accounts.values()] }]),
  ]
}
