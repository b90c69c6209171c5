import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import type { End } from './are-disjoint.ts'
import { isSame } from '#shared/engines/schema-diff/compare-keywords.ts'

type Prove = (small: End, large: End, depth: number) => boolean

/**
 * Whether the members of the one are what the other wants. Where that is lenient, members nobody declared do not count, as
 * they do not for a witness.
 */
export function areMembersWithin(
  small: End,
  large: End,
  prove: Prove,
  { depth, isLenient }: { depth: number; isLenient: boolean },
): boolean {
  const [mine, theirs] = [objectAt(small, 'properties'), objectAt(large, 'properties')]
  const [myPatterns, theirPatterns] = [objectAt(small, 'patternProperties'), objectAt(large, 'patternProperties')]
  const [myRest, theirRest] = [restOf(small), restOf(large)]
  const isOpen = isLenient && myRest === true
  const inside = (part: unknown, whole: unknown) =>
    prove(
      { side: small.side, view: small.side.view(part) },
      { side: large.side, view: large.side.view(whole) },
      depth + 1,
    )
  const matches = (pattern: string, name: string) => large.side.matches(pattern, name)
  const theirPatternNames = Object.keys(theirPatterns)
  const myPatternNames = Object.keys(myPatterns)

  const isDeclaredWithin = Object.keys(mine).every((name) => {
    const asked = theirPatternNames.filter((pattern) => matches(pattern, name)).map((pattern) => theirPatterns[pattern])
    if (Object.hasOwn(theirs, name)) asked.push(theirs[name])
    return (asked.length === 0 ? [theirRest] : asked).every((whole) => inside(mine[name], whole))
  })
  // A member that only a pattern of ours allows meets whatever of theirs its name may meet.
  const isPatternWithin = myPatternNames.every((pattern) => {
    const others = theirPatternNames.filter((other) => other !== pattern).map((other) => theirPatterns[other])
    const declared = Object.keys(theirs)
      .filter((name) => !Object.hasOwn(mine, name) && matches(pattern, name))
      .map((name) => theirs[name])
    const own = Object.hasOwn(theirPatterns, pattern) ? theirPatterns[pattern] : theirRest
    return [own, ...others, ...declared].every((whole) => inside(myPatterns[pattern], whole))
  })
  const areOthersWithin = Object.keys(theirs).every(
    (name) =>
      Object.hasOwn(mine, name) ||
      isOpen ||
      myPatternNames.some((pattern) => matches(pattern, name)) ||
      inside(myRest, theirs[name]),
  )
  const areTheirPatternsMet = theirPatternNames.every(
    (pattern) => isOpen || Object.hasOwn(myPatterns, pattern) || inside(myRest, theirPatterns[pattern]),
  )
  return isDeclaredWithin && isPatternWithin && areOthersWithin && areTheirPatternsMet && inside(myRest, theirRest)
}

/** Whether the items of the one are what the other wants, place by place. */
export function areItemsWithin(small: End, large: End, prove: Prove, depth: number): boolean {
  const [mine, theirs] = [tupleOf(small), tupleOf(large)]
  const most = ownValue(small.view.flat, 'maxItems')
  const limit = typeof most === 'number' ? most : Infinity
  const inside = (part: unknown, whole: unknown) =>
    prove(
      { side: small.side, view: small.side.view(part) },
      { side: large.side, view: large.side.view(whole) },
      depth + 1,
    )
  const places = Math.max(mine.head.length, theirs.head.length)
  for (let at = 0; at < Math.min(places, limit); at += 1) {
    const own = at < mine.head.length ? mine.head[at] : mine.rest
    // No item stands where none is allowed, nor behind it.
    if (own === false) return true
    if (!inside(own, at < theirs.head.length ? theirs.head[at] : theirs.rest)) return false
  }
  return limit <= places || inside(mine.rest, theirs.rest)
}

/** What stands at the first places of an array and behind them, as each draft writes it. */
function tupleOf({ side, view: { flat } }: End): { head: readonly unknown[]; rest: unknown } {
  const items = ownValue(flat, 'items')
  if (Array.isArray(items)) return { head: items, rest: ownValue(flat, 'additionalItems') ?? true }
  const head = side.draft === '2020-12' ? ownValue(flat, 'prefixItems') : undefined
  return { head: Array.isArray(head) ? head : [], rest: items ?? true }
}

const objectAt = ({ view }: End, keyword: string): JsonObject => {
  const value = ownValue(view.flat, keyword)
  return isObject(value) ? value : {}
}

const restOf = ({ view }: End): unknown => ownValue(view.flat, 'additionalProperties') ?? true

/** No reference inside: the same words in two documents may point to different things. */
export const isSameMeaning = (one: JsonObject, other: JsonObject, keyword: string) =>
  isSame(one, other, keyword) && !JSON.stringify(ownValue(other, keyword) ?? null).includes('ef"')
