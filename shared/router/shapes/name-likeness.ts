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
const EMPTY_WORDS = new Set(['json', 'the', 'of', 'my', 'our', 'be', 'is', 'id', 'in', 'for', 'at', 's', 'to', 'x'])

const synonyms = new Map(Object.entries(SYNONYMS).map(([key, names]) => [key, new Set(names.split(' '))]))
const NO_NAMES: ReadonlySet<string> = new Set()

/** The other names that an input of an outcome is known by. */
export const otherNames = (slug: string, field: string): ReadonlySet<string> =>
  synonyms.get(`${slug}.${field}`) ?? synonyms.get(field) ?? NO_NAMES

/** A name with its words, which are compared without their order. */
export type Name = { name: string; words: ReadonlySet<string> }

export const readName = (written: string): Name => {
  const name = nameOf(written)
  const words = name.split('_').filter((word) => word !== '' && !EMPTY_WORDS.has(word))
  return { name, words: new Set(words.map((word) => SAME_WORDS[word] ?? word.replace(/(?<=..)s$/, ''))) }
}

/** How like the name of a member is to that of an input, from 0 to 1. */
export function nameLikeness(member: Name, field: Name, others: ReadonlySet<string>): number {
  if (member.name === field.name) return SAME
  return others.has(member.name) ? SYNONYM : likenessOfWords(member.words, field.words)
}

function likenessOfWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  if (shared === 0) return 0
  const all = one.size + other.size - shared
  if (shared === all) return WORDS
  const share = (SOME * shared) / Math.min(one.size, other.size) - 0.1 * (all - shared - 1)
  return share >= LEAST ? share : 0
}
