import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import type { SchemaSide, View } from '#shared/engines/schema-diff/schema-side.ts'
import { areBoundsApart, commonKinds, finiteValues, isEmptyView } from './view-range.ts'

/** A node of one of the two schemas. */
export type End = { side: SchemaSide; view: View }

/** What a rule may ask about other nodes. */
export type Prover = {
  /** Whether everything the first accepts is accepted by the second. */
  isWithin: (small: End, large: End, depth: number) => boolean
  /** Runs a question about a part of the instance. */
  ofPart: (ask: () => boolean) => boolean
  /** Counts a step; true when there have been too many. */
  isSpent: () => boolean
}

const MAX_DEPTH = 8
const MAX_BRANCHES = 40
const MAX_LISTED = 1_000

/** Whether no instance meets both nodes: true is a proof, false only means that none was found. */
export function areDisjoint(one: End, other: End, prover: Prover, depth: number): boolean {
  if (depth > MAX_DEPTH || prover.isSpent()) return false
  if (one.view.node === false || other.view.node === false) return true
  if (isEmptyView(one.view) || isEmptyView(other.view)) return true
  if (noneFits(one, other) || noneFits(other, one)) return true
  if (areApartByParts(one, other, prover, depth) || areApartByParts(other, one, prover, depth)) return true
  return commonKinds(one.view, other.view).every(
    (kind) =>
      areBoundsApart(kind, one.view, other.view) || (kind === 'object' && areMembersApart(one, other, prover, depth)),
  )
}

/** The one lists its values, and each is refused somewhere. */
function noneFits(one: End, other: End): boolean {
  const listed = one.view.values ?? finiteValues(one.view)
  if (listed === null || listed.length > MAX_LISTED) return false
  const isRefused = ({ side, view }: End, value: unknown) => (side.failures(view.node, value)?.length ?? 0) > 0
  return listed.every((value) => isRefused(one, value) || isRefused(other, value))
}

function areApartByParts(one: End, other: End, prover: Prover, depth: number): boolean {
  const { side } = one
  const branch = (node: unknown): End => ({ side, view: side.view(node) })
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = ownValue(one.view.flat, keyword)
    const isShort = Array.isArray(branches) && branches.length > 0 && branches.length <= MAX_BRANCHES
    if (isShort && branches.every((node) => areDisjoint(branch(node), other, prover, depth + 1))) return true
  }
  const parts = ownValue(one.view.flat, 'allOf')
  if (
    Array.isArray(parts) &&
    parts.slice(0, MAX_BRANCHES).some((node) => areDisjoint(branch(node), other, prover, depth + 1))
  )
    return true
  const refused = ownValue(one.view.flat, 'not')
  return refused !== undefined && prover.isWithin(other, branch(refused), depth + 1)
}

/** A member that one of them asks for cannot be what both want it to be. */
function areMembersApart(one: End, other: End, prover: Prover, depth: number): boolean {
  const names = new Set([one, other].flatMap(({ view }) => requiredOf(view.flat)))
  return [...names].slice(0, MAX_BRANCHES).some((name) => {
    const [mine, theirs] = [memberOf(one, name), memberOf(other, name)]
    return prover.ofPart(() => areDisjoint(mine, theirs, prover, depth + 1))
  })
}

const requiredOf = (flat: JsonObject): string[] => {
  const names = ownValue(flat, 'required')
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

/** What a node asks of a member; patterns may ask more, never less. */
function memberOf({ side, view: { flat } }: End, name: string): End {
  const properties = ownValue(flat, 'properties')
  if (isObject(properties) && Object.hasOwn(properties, name)) return { side, view: side.view(properties[name]) }
  const rest = Object.hasOwn(flat, 'patternProperties') ? true : (ownValue(flat, 'additionalProperties') ?? true)
  return { side, view: side.view(rest) }
}
