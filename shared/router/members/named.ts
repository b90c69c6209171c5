import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import { type Draft, isText, Reference } from '../plan/draft.ts'
import type { Known } from '../values/known.ts'
import { type Member, membersOf } from './members-of.ts'
import { withOrdinal } from './ordinal.ts'
import { COMMON, OF_FOUND } from './refers.ts'
import { ROLES } from './roles.rules.ts'

/** Types whose values a field of another type takes when the goal's words name them. */
const NAMED_AS: Readonly<Record<string, readonly FieldType[]>> = {
  'agent-id': ['agent-id', 'base-address', 'solana-address'],
  payto: ['base-address'],
  'pay-to': ['base-address', 'solana-address'],
  payee: ['base-address'],
  spender: ['base-address'],
  'transfer-from': ['base-address'],
  'transfer-to': ['base-address'],
  'token-address': ['token-address'],
  transaction: ['transaction', 'tx-hash', 'solana-signature'],
  query: ['company', 'name', 'title', 'vehicle-model', 'vehicle-make'],
  topic: ['company', 'name', 'title', 'vehicle-make', 'vehicle-model'],
  company: ['company'],
  word: ['word'],
  'iso-datetime': ['iso-datetime', 'iso-date'],
  usdc: ['usdc', 'amount'],
  'usdc-amount': ['usdc', 'amount'],
  email: ['email'],
}

const TEXTS: readonly FieldType[] = ['text', 'title', 'markdown', 'json-text', 'claim', 'word']

/** The types whose values a field takes if words name them. */
const fitting = (type: string): readonly string[] => NAMED_AS[type] ?? (isText(type) ? TEXTS : [type])

/** A member of an earlier answer in a value's place, at the place in its list that the goal says. */
export const referTo = (step: Draft, path: string, known: Known): Reference =>
  new Reference(step, withOrdinal(path, known))

/**
 * The member of an earlier answer that the goal's words about a wish name: the payer, the reply-to address, the second link.
 * Of several it is the one whose words are the first of the roles; the last step that has one is meant.
 */
export function namedMember(type: string, before: readonly Draft[], known: Known): Reference | undefined {
  const { part } = known
  if (part === undefined || known.isStrict === true) return undefined
  const types = fitting(type)
  for (const step of before.toReversed()) {
    if (step.tool.writes && !known.isAgain) continue
    const members = membersOf(step, known).filter((member) => types.includes(member.type))
    const [best] = members
      .map((member) => ({ member, rank: rankOf(member, part.text) }))
      .filter(({ rank }) => rank >= 0)
      .toSorted((a, b) => a.rank - b.rank)
    if (best !== undefined) return referTo(step, best.member.path, known)
  }
  return undefined
}

function rankOf({ path, words }: Member, part: string): number {
  if (words !== undefined) return words.test(part) ? 0 : -1
  return ROLES.findIndex((role) => role.at.test(path) && role.words.test(part))
}

/** Types of which an answer often holds one that has nothing to do with what a wish is for. */
const LOOSE = new Set(['amount', 'currency'])

/**
 * A member that no word names, for what has no value otherwise: the first of the last step that has one. What many outcomes take
 * is only taken so where the goal speaks of something found.
 */
export function anyMember(type: string, before: readonly Draft[], known: Known): Reference | undefined {
  // Whose address it is, words have to say.
  if (type === 'email') return undefined
  const isLoose = COMMON.has(type) || LOOSE.has(type)
  if (isLoose && (known.part === undefined || !OF_FOUND.test(known.part.text))) return undefined
  for (const step of before.toReversed()) {
    const member = membersOf(step, known).find((one) => one.type === type)
    if (member !== undefined) return referTo(step, member.path, known)
  }
  return undefined
}
