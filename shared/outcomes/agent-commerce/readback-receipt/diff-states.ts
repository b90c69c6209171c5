import { pointerToken } from '#shared/engines/json/json-pointer.ts'
import { identityOf, isObject, preview } from '#shared/engines/json/json-value.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import type { PointerPattern } from './pointer-pattern.ts'
import type { Allowance } from './tolerance.ts'

export type Difference = {
  path: string
  kind: 'missing' | 'extra' | 'changed' | 'type_changed'
  intended: unknown
  observed: unknown
  within_tolerance: boolean
}

/** Where what allowance is made. */
export type Tolerance = { at: PointerPattern; by: Allowance }

type Rules = { isExact: boolean; ignore: readonly PointerPattern[]; tolerance: readonly Tolerance[] }

/** What differs between what was meant and what is there, leaf by leaf. */
export type StateDiff = {
  differences: Difference[]
  /** All of them, also those beyond the listed ones; what is within tolerance is not counted. */
  total: number
  matched: number
  /** Leaves of the intended state, without the ignored ones. */
  leaves: number
}

const MOST_LISTED = 200
const MOST_TEXT = 300

/** Compares two states. Key order never counts, list order does; null is not the same as missing. */
export function diffStates(intended: unknown, observed: unknown, rules: Rules): StateDiff {
  const found: StateDiff = { differences: [], total: 0, matched: 0, leaves: 0 }
  walk({ intended, observed, path: [] }, rules, found)
  return found
}

type Place = { intended: unknown; observed: unknown; path: readonly string[] }

function walk({ intended, observed, path }: Place, rules: Rules, found: StateDiff): void {
  if (rules.ignore.some((pattern) => pattern.covers(path))) return
  if (Array.isArray(intended) && Array.isArray(observed)) return walkLists(intended, observed, path, rules, found)
  if (isObject(intended) && isObject(observed) && (Object.keys(intended).length > 0 || rules.isExact))
    return walkObjects({ intended, observed, path }, rules, found)
  found.leaves += leavesOf(intended)
  if (identityOf(intended) === identityOf(observed) || (isObject(intended) && isObject(observed))) {
    found.matched += leavesOf(intended)
    return
  }
  const isWithin = rules.tolerance.some(({ at, by }) => at.fits(path) && within(intended, observed, by))
  if (isWithin) found.matched += 1
  const kind = typeName(intended) === typeName(observed) ? 'changed' : 'type_changed'
  add(found, path, { kind, intended, observed, within_tolerance: isWithin })
}

function walkObjects({ intended, observed, path }: Place, rules: Rules, found: StateDiff): void {
  // Safe: both were seen to be objects.
  const [meant, seen] = [intended as Record<string, unknown>, observed as Record<string, unknown>]
  for (const [key, value] of Object.entries(meant)) {
    const at = [...path, key]
    if (Object.hasOwn(seen, key)) walk({ intended: value, observed: seen[key], path: at }, rules, found)
    else missing(value, at, rules, found)
  }
  if (!rules.isExact) return
  for (const key of Object.keys(seen)) if (!Object.hasOwn(meant, key)) extra(seen[key], [...path, key], rules, found)
}

function walkLists(
  intended: unknown[],
  observed: unknown[],
  path: readonly string[],
  rules: Rules,
  found: StateDiff,
): void {
  const isUnordered = rules.tolerance.some(
    ({ at, by }) => by === 'unordered' && (at.fits(path) || at.fits([...path, '0'])),
  )
  const seen = isUnordered ? inOrderOf(intended, observed) : observed
  if (intended.length === 0 && observed.length === 0) {
    found.leaves += 1
    found.matched += 1
  }
  for (const [index, value] of intended.entries()) {
    const at = [...path, String(index)]
    if (index in seen) walk({ intended: value, observed: seen[index], path: at }, rules, found)
    else missing(value, at, rules, found)
  }
  for (let index = intended.length; index < seen.length; index += 1)
    if (index in seen) extra(seen[index], [...path, String(index)], rules, found)
}

/** The observed list with every equal element at its intended place; holes stay where nothing is equal. */
function inOrderOf(intended: readonly unknown[], observed: readonly unknown[]): unknown[] {
  const places = new Map<string, number[]>()
  // From the back, so that the first free place is the last of its list.
  for (const [back, value] of intended.toReversed().entries()) {
    const key = identityOf(value)
    const known = places.get(key) ?? []
    known.push(intended.length - 1 - back)
    places.set(key, known)
  }
  const ordered: unknown[] = []
  const rest: unknown[] = []
  for (const value of observed) {
    const free = places.get(identityOf(value))?.pop()
    if (free === undefined) rest.push(value)
    else ordered[free] = value
  }
  let at = 0
  for (const value of rest) {
    while (at in ordered) at += 1
    ordered[at] = value
  }
  return ordered
}

function missing(value: unknown, path: readonly string[], rules: Rules, found: StateDiff): void {
  if (rules.ignore.some((pattern) => pattern.covers(path))) return
  found.leaves += leavesOf(value)
  add(found, path, { kind: 'missing', intended: value, observed: null, within_tolerance: false })
}

function extra(value: unknown, path: readonly string[], rules: Rules, found: StateDiff): void {
  if (rules.ignore.some((pattern) => pattern.covers(path))) return
  add(found, path, { kind: 'extra', intended: null, observed: value, within_tolerance: false })
}

function add(found: StateDiff, path: readonly string[], difference: Omit<Difference, 'path'>): void {
  if (!difference.within_tolerance) found.total += 1
  if (found.differences.length >= MOST_LISTED) return
  found.differences.push({
    path: path.map((key) => `/${pointerToken(key)}`).join(''),
    ...difference,
    intended: shown(difference.intended),
    observed: shown(difference.observed),
  })
}

function within(intended: unknown, observed: unknown, by: Tolerance['by']): boolean {
  if (by === 'unordered') return false
  if ('ms' in by) {
    const [meant, seen] = [instantOf(intended), instantOf(observed)]
    return meant !== null && seen !== null && Math.abs(meant - seen) <= by.ms
  }
  const [meant, seen] = [intended, observed].map((value) => (typeof value === 'string' ? Number(value) : value))
  // A hair for what doubles cannot hold: 100.4 - 100 is not 0.4.
  return typeof meant === 'number' && typeof seen === 'number' && Math.abs(meant - seen) <= by.number * (1 + 1e-9)
}

function leavesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  const members = Object.values(value)
  return members.length === 0 ? 1 : members.reduce((sum: number, member) => sum + leavesOf(member), 0)
}

const typeName = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Short values as they are, others by what they are. */
function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= MOST_TEXT ? value : preview(value, MOST_TEXT)
  return typeof value === 'object' && value !== null ? preview(value, MOST_TEXT) : value
}
