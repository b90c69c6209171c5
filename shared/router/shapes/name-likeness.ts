import { nameOf } from './describe-shape.ts'
import { SYNONYMS } from './member-names.rules.ts'

const [SAME, SYNONYM, WORDS] = [1, 0.85, 0.8]
/** Of names that share only some words: at most this, and none that shares less. */
const [SOME, LEAST] = [0.7, 0.5]

/** Words in names that mean the same. */
const SAME_WORDS: Readonly<Record<string, string>> = {
  now: 'current',
  present: 'current',
  old: 'previous',
  prior: 'previous',
  before: 'previous',
  must: 'required',
  needed: 'required',
  expected: 'required',
  wanted: 'required',
  dedupe: 'idempotency',
  dedup: 'idempotency',
  sig: 'signature',
  msg: 'message',
  op: 'action',
  operation: 'action',
  max: 'limit',
}
const EMPTY_WORDS = new Set(['json', 'the', 'of', 'my', 'our', 'be', 'is', 'id', 'in', 'for', 'at', 's', 'to'])

const synonyms = new Map(Object.entries(SYNONYMS).map(([key, names]) => [key, new Set(names.split(' '))]))

/** How like the name of a member is to that of an input, from 0 to 1. */
export function nameLikeness(member: string, slug: string, field: string): number {
  const name = nameOf(member)
  if (name === nameOf(field)) return SAME
  const own = synonyms.get(`${slug}.${field}`) ?? synonyms.get(field)
  return own?.has(name) === true ? SYNONYM : likenessOfWords(name, field)
}

const cache = new Map<string, ReadonlySet<string>>()
/** Names of inputs are few; those of members are not kept. */
const MOST_KEPT = 2_000
function wordsOf(name: string): ReadonlySet<string> {
  const made =
    cache.get(name) ??
    new Set(
      name
        .split('_')
        .filter((word) => word !== '' && !EMPTY_WORDS.has(word))
        .map((word) => SAME_WORDS[word] ?? word.replace(/(?<=..)s$/, '')),
    )
  if (cache.size < MOST_KEPT) cache.set(name, made)
  return made
}

function likenessOfWords(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  if (shared === 0) return 0
  const all = one.size + other.size - shared
  if (shared === all) return WORDS
  const share = (SOME * shared) / Math.min(one.size, other.size) - 0.1 * (all - shared - 1)
  return share >= LEAST ? share : 0
}
