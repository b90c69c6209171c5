import { isMultiple } from '#shared/engines/json/decimal.ts'
import { identityOf, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { areDisjoint, type End, type Prover } from './are-disjoint.ts'
import { ANNOTATIONS } from '#shared/engines/schema-diff/change.rules.ts'
import { areItemsWithin, areMembersWithin, isSameMeaning } from './parts-included.ts'
import type { View } from '#shared/engines/schema-diff/schema-side.ts'
import { boundImplied, finiteValues, isEmptyView, isInteger, kindsOf } from './view-range.ts'

const MAX_DEPTH = 40
const MAX_STEPS = 6_000
const MAX_LISTED = 1_000
const MAX_BRANCHES = 40

/** Which type of instance a keyword looks at; all others pass it. */
const LOOKS_AT: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: [
    'items',
    'prefixItems',
    'additionalItems',
    'minItems',
    'maxItems',
    'uniqueItems',
    'contains',
    'minContains',
    'maxContains',
    'unevaluatedItems',
  ],
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependencies',
    'dependentRequired',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
}

/** Beside these a schema does not declare all members that count: a part may declare what the rest leaves open. */
const PARTED = ['allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef', '$recursiveRef', 'then', 'else', 'dependentSchemas']

/** Keywords that say other things of other kinds of instances: one proof for each kind may hold where one for all fails. */
const COMPOSED = ['anyOf', 'oneOf', 'not', 'if'] as const

/**
 * Whether everything the one schema accepts is accepted by the other, by rules that are each sound: true is a proof,
 * false only means that none was found. Members nobody declared do not count, as they do not for a witness.
 */
export function isIncluded(inner: End, outer: End): boolean {
  /** Pairs whose proof is under way, with how deep in the instance they were begun. */
  const assumed = new Map<View, Map<View, number>>()
  const split = new Map<View, View[]>()
  const branched = new Map<View, View[]>()
  let steps = 0
  let level = 0
  /** Above zero, members nobody declared count as well: what is looked at is a part of a schema, or what one refuses. */
  let strictness = 0
  const prover: Prover = {
    isWithin: (small, large, depth) => strictly(() => isWithin(small, large, depth)),
    ofPart,
    isSpent,
  }
  return isWithin(inner, outer, 0)

  function ofPart(ask: () => boolean): boolean {
    level += 1
    const holds = ask()
    level -= 1
    return holds
  }

  function strictly(ask: () => boolean): boolean {
    strictness += 1
    const holds = ask()
    strictness -= 1
    return holds
  }

  function isSpent(): boolean {
    steps += 1
    return steps > MAX_STEPS
  }

  function isWithin(small: End, large: End, depth: number): boolean {
    if (depth > MAX_DEPTH || isSpent()) return false
    const [one, other] = [small.view, large.view]
    if (one.node === false || other.node === true || isEmptyView(one)) return true
    if (other.node === false) return one.types?.length === 0
    const met = assumed.get(one) ?? new Map<View, number>()
    const begun = met.get(other)
    // Recursive schemas: what holds of every step around the circle holds of the circle, if each step eats some instance.
    if (begun !== undefined) return begun < level && strictness === 0
    const listed = one.values ?? finiteValues(one)
    if (small.side.isSpent || large.side.isSpent) return false
    if (listed !== null && listed.length > MAX_LISTED) return false
    if (listed !== null)
      return listed.every((value) => {
        const own = small.side.failures(one.node, value)
        return own !== null && (own.length > 0 || large.side.failures(other.node, value)?.length === 0)
      })
    assumed.set(one, met.set(other, level))
    const holds = areAllImplied(small, large, depth) || isByAlternatives(small, large, depth)
    met.delete(other)
    return holds
  }

  /** Each keyword of the large one follows from the small one, or from one of the parts that it is a conjunction of. */
  function areAllImplied(small: End, large: End, depth: number): boolean {
    const parts = ownValue(small.view.flat, 'allOf')
    const ends = Array.isArray(parts) ? parts.slice(0, MAX_BRANCHES).map((part) => at(small, part)) : []
    const isParted = PARTED.some((keyword) => Object.hasOwn(small.view.flat, keyword))
    return Object.keys(large.view.flat).every((keyword) => {
      const isOwn = () => isImplied(small, large, keyword, depth)
      const isOfPart = () => ends.some((part) => isImplied(part, large, keyword, depth))
      return (isParted ? strictly(isOwn) : isOwn()) || strictly(isOfPart)
    })
  }

  /** An alternative is within when each branch is; so is a type when each of its kinds is, and a conjunction when a part is. */
  function isByAlternatives(small: End, large: End, depth: number): boolean {
    const { side, view } = small
    const isEach = (views: readonly View[]) =>
      views.length > 0 && views.every((each) => isWithin({ side, view: each }, large, depth + 1))
    if (isEach(branchesOf(small))) return true
    const parts = ownValue(view.flat, 'allOf')
    const isPartWithin = () => Array.isArray(parts) && parts.some((part) => isWithin(at(small, part), large, depth + 1))
    if (strictly(isPartWithin)) return true
    return COMPOSED.some((keyword) => Object.hasOwn(large.view.flat, keyword)) && isEach(kindsApart(view))
  }

  /** The branches of an alternative, each with what stands beside it. */
  function branchesOf({ side, view }: End): View[] {
    const known = branched.get(view)
    if (known !== undefined) return known
    const keyword = (['anyOf', 'oneOf'] as const).find((name) => Array.isArray(ownValue(view.flat, name)))
    const branches: unknown = keyword === undefined ? null : ownValue(view.flat, keyword)
    const isShort = keyword !== undefined && Array.isArray(branches) && branches.length <= MAX_BRANCHES
    const { [keyword ?? '']: _, ...rest } = view.flat
    const isAlone = Object.keys(rest).every((name) => ANNOTATIONS.has(name))
    const views = isShort ? branches.map((branch) => side.view(isAlone ? branch : { allOf: [rest, branch] })) : []
    branched.set(view, views)
    return views
  }

  function kindsApart(view: View): View[] {
    const known = split.get(view)
    if (known !== undefined) return known
    const kinds = kindsOf(view)
    const views =
      kinds.length < 2
        ? []
        : kinds.map((kind): View => ({ ...view, flat: { ...view.flat, type: kind }, types: [kind] }))
    split.set(view, views)
    return views
  }

  function isImplied(small: End, large: End, keyword: string, depth: number): boolean {
    const wanted = ownValue(large.view.flat, keyword)
    if (ANNOTATIONS.has(keyword)) return true
    if (keyword.toLowerCase().endsWith('ref')) return false
    const looksAt = Object.keys(LOOKS_AT).find((name) => LOOKS_AT[name]?.includes(keyword))
    const isOther = (kind: string) => kind !== looksAt && !(looksAt === 'number' && kind === 'integer')
    if (looksAt !== undefined && small.view.types?.every(isOther) === true) return true
    return isSaid(small, large, keyword, wanted, depth)
  }

  function isSaid(small: End, large: End, keyword: string, wanted: unknown, depth: number): boolean {
    const [mine, theirs] = [small.view.flat, large.view.flat]
    switch (keyword) {
      case 'type':
        return isTypeImplied(small.view, large.view)
      case 'anyOf':
        return (
          listOf(wanted).some((branch) => isWithin(small, at(large, branch), depth + 1)) ||
          isSameMeaning(mine, theirs, keyword)
        )
      case 'oneOf':
        return isOneOf(small, large, listOf(wanted), depth) || isSameMeaning(mine, theirs, keyword)
      case 'allOf':
        return Array.isArray(wanted) && wanted.every((part) => isWithin(small, at(large, part), depth + 1))
      case 'not':
        return isRefusedWithin(small, large, wanted, depth) || isSameMeaning(mine, theirs, keyword)
      case 'if':
        return (
          isConditionMet(small, large, depth) ||
          ['if', 'then', 'else'].every((name) => isSameMeaning(mine, theirs, name))
        )
      // Judged with `if`, and nothing without it.
      case 'then':
      case 'else':
        return true
      case 'required': {
        const given = ownValue(mine, 'required')
        return Array.isArray(wanted) && wanted.every((name) => Array.isArray(given) && given.includes(name))
      }
      case 'properties':
      case 'patternProperties':
      case 'additionalProperties':
        return areMembersWithin(small, large, insidePart, { depth, isLenient: strictness === 0 })
      case 'items':
      case 'prefixItems':
      case 'additionalItems':
        return areItemsWithin(small, large, insidePart, depth)
      case 'propertyNames':
        return insidePart(
          at(small, ownValue(mine, 'propertyNames') ?? { type: 'string' }),
          at(large, wanted),
          depth + 1,
        )
      case 'uniqueItems':
        return wanted !== true || ownValue(mine, 'uniqueItems') === true || Number(ownValue(mine, 'maxItems') ?? 2) <= 1
      case 'multipleOf': {
        const own = ownValue(mine, 'multipleOf')
        return (
          (wanted === 1 && isInteger(small.view)) ||
          (typeof own === 'number' && typeof wanted === 'number' && isMultiple(own, wanted))
        )
      }
      // What is not evaluated depends on everything beside it.
      case 'unevaluatedProperties':
      case 'unevaluatedItems':
        return wanted === true || isSameNode(mine, theirs)
      default:
        return boundImplied(small.view, keyword, wanted) || isSameMeaning(mine, theirs, keyword)
    }
  }

  function insidePart(part: End, whole: End, depth: number): boolean {
    return ofPart(() => isWithin(part, whole, depth))
  }

  /** Within one branch, and outside of all others. */
  function isOneOf(small: End, large: End, branches: readonly unknown[], depth: number): boolean {
    const ends = branches.map((branch) => at(large, branch))
    return ends.some(
      (chosen) =>
        isWithin(small, chosen, depth + 1) && ends.every((end) => end === chosen || areDisjoint(small, end, prover, 0)),
    )
  }

  /** Nothing of the small one is what the large one refuses: they are apart, or the small one refuses even more. */
  function isRefusedWithin(small: End, large: End, refused: unknown, depth: number): boolean {
    const own = ownValue(small.view.flat, 'not')
    if (own !== undefined && prover.isWithin(at(large, refused), at(small, own), depth + 1)) return true
    return areDisjoint(small, at(large, refused), prover, 0)
  }

  function isConditionMet(small: End, large: End, depth: number): boolean {
    const { flat } = large.view
    const condition = at(large, ownValue(flat, 'if'))
    const isMet = (keyword: 'then' | 'else') => isWithin(small, at(large, ownValue(flat, keyword) ?? true), depth + 1)
    return (
      (isMet('then') || areDisjoint(small, condition, prover, 0)) &&
      (isMet('else') || prover.isWithin(small, condition, depth + 1))
    )
  }
}

const at = ({ side }: End, node: unknown): End => ({ side, view: side.view(node) })

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.slice(0, MAX_BRANCHES) : [])

const isTypeImplied = (small: View, large: View): boolean =>
  small.types !== null &&
  small.types.every(
    (one) =>
      large.types?.includes(one) === true ||
      (one === 'integer' && large.types?.includes('number') === true) ||
      (one === 'number' && isInteger({ ...small, types: ['number'] }) && large.types?.includes('integer') === true),
  )

const isSameNode = (mine: JsonObject, theirs: JsonObject) =>
  identityOf(mine) === identityOf(theirs) && !JSON.stringify(theirs).includes('ef"')
