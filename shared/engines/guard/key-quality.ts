import { estimatedBits } from './key-entropy.ts'

type KeyKind = 'uuid4' | 'uuid7' | 'ulid' | 'hash' | 'counter' | 'timestamp' | 'random' | 'weak'

export type KeyQuality = {
  present: boolean
  /** UTF-16 code units. */
  length: number
  /** Entropy in bits, which shows how unlikely a collision is: known for UUIDs and digests, estimated for the rest. */
  entropy_bits: number
  /** Null when there is no key. */
  kind: KeyKind | null
  acceptable: boolean
}

const shortestKey = 16
const leastBits = 64

/** Tokens that are unique by construction, wherever they stand in the key (`order-17:<uuid>`). */
const tokens: readonly { kind: KeyKind; form: RegExp; bits?: number }[] = [
  { kind: 'uuid4', form: uuidOfVersion('4'), bits: 122 },
  { kind: 'uuid7', form: uuidOfVersion('7'), bits: 74 },
  // Versions 3, 5 and 8 hash a name, 1, 2 and 6 count time on one machine: no two intents share one either.
  { kind: 'hash', form: uuidOfVersion('[1235-68]'), bits: 122 },
  { kind: 'ulid', form: /(?<![\dA-Za-z])[0-7][\dA-HJKMNP-TV-Z]{25}(?![\dA-Za-z])/, bits: 80 },
  {
    kind: 'hash',
    form: /(?<![\dA-Za-z])(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{56}|[\da-f]{64}|[\da-f]{96}|[\da-f]{128})(?![\dA-Za-z])/i,
  },
]

function uuidOfVersion(version: string) {
  return new RegExp(
    `(?<![\\da-z])[\\da-f]{8}-[\\da-f]{4}-${version}[\\da-f]{3}-[89ab][\\da-f]{3}-[\\da-f]{12}(?![\\da-z])`,
    'i',
  )
}

/**
 * Judges how well a key distinguishes its intent from every other. `suggested` is the key derived from the intent
 * itself.
 */
export function judgeKey(key: string | undefined, suggested: string): KeyQuality {
  if (key === undefined || key.trim() === '')
    return { present: false, length: 0, entropy_bits: 0, kind: null, acceptable: false }
  const known = tokenOf(key)
  const entropy_bits = known?.bits ?? estimatedBits(key)
  const kind = known?.kind ?? plainKind(key, entropy_bits)
  const acceptable = known !== undefined || kind === 'random' || key === suggested
  return { present: true, length: key.length, entropy_bits, kind, acceptable }
}

function tokenOf(key: string): { kind: KeyKind; bits: number } | undefined {
  for (const { kind, form, bits } of tokens) {
    const token = form.exec(key)?.[0]
    if (token === undefined) continue
    if (bits !== undefined) return { kind, bits }
    // Sixty-four zeros have the shape of a digest and none of its worth.
    const estimate = estimatedBits(token)
    if (estimate >= token.length * 2) return { kind, bits: Math.max(estimate, leastBits) }
  }
  return undefined
}

function plainKind(key: string, bits: number): KeyKind {
  if (isTimestamp(key)) return 'timestamp'
  if (/^\d{1,19}$/.test(key) || /^[A-Za-z]{1,24}[-_:#./ ]?\d{1,9}$/.test(key)) return 'counter'
  return key.length < shortestKey || bits < leastBits ? 'weak' : 'random'
}

/** Unix time in s, ms, us or ns between 2001 and 2033, or a calendar date with or without a time; a word may lead. */
function isTimestamp(key: string): boolean {
  const [, rest = ''] = /^(?:[A-Za-z]{1,24}[-_:#./ ]?)?(\d.*)$/.exec(key) ?? []
  if (/^1(?:\d{9}|\d{12}|\d{15}|\d{18})$/.test(rest)) return true
  const date = /^(?:19|20)\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])(.*)$/.exec(rest)
  return date !== null && /^(?:[T _-]?\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/i.test(date[1] ?? '')
}
