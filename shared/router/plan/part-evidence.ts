import type { Evidence } from '../intents/score-intents.ts'
import type { Known } from '../values/known.ts'
import { labelsIn } from '../values/meanings.ts'

export type Part = { start: number; end: number }

/** Types of values that a goal says by a name, and the names that say them. */
const BY_NAME = {
  language: 'language',
  'target-language': 'language',
  'target-currency': 'currency',
  'quote-currency': 'currency',
  timezone: 'timezone',
  coin: 'coin',
  ticker: 'ticker',
} as const
const isByName = (type: string): type is keyof typeof BY_NAME => Object.hasOwn(BY_NAME, type)

/**
 * What one part of a goal says by itself: its own words and values. What stands in other parts and in the input counts
 * for nothing, because every part would then be like what reads it.
 */
export function partEvidence(known: Known, { start, end }: Part): Evidence {
  const isIn = (one: Part) => one.start >= start && one.end <= end
  const types = new Set<string>(known.values.filter((one) => one.from === 'goal' && isIn(one)).map(({ type }) => type))
  const has = (type: string) =>
    types.has(type) ||
    (isByName(type) && known.names[BY_NAME[type]].some(isIn)) ||
    (type === 'label-list' && labelsIn(known.goal.slice(start, end)) !== undefined)
  return { goal: known.read, has: (type) => type.split('|').some(has), hasMember: () => false }
}
