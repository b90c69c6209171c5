import { pointerToken } from '../json/json-pointer.ts'
import { identityOf, isObject, ownValue, preview, type JsonObject } from '../json/json-value.ts'
import { BOUNDS, type ChangeCode } from './change.rules.ts'
import type { Pair } from './find-witness.ts'
import type { View } from './schema-side.ts'

/** A difference between two nodes, before it is decided whom it breaks. */
export type RawChange = {
  code: ChangeCode
  pair: Pair
  /** The member it is about, below the node. */
  at: string
  old: unknown
  new: unknown
  message: string
  /** Only these keywords' failures speak of it; the rule's own where absent. */
  keywords?: readonly string[]
  /** A property, for changes of one. */
  property?: string
}

export type Add = (
  code: ChangeCode,
  at: string,
  before: unknown,
  after: unknown,
  message: string,
  more?: Partial<RawChange>,
) => void

export const isSame = (one: JsonObject, other: JsonObject, key: string) =>
  identityOf(ownValue(one, key) ?? null) === identityOf(ownValue(other, key) ?? null) &&
  Object.hasOwn(one, key) === Object.hasOwn(other, key)

/** Whether every type of the first list is in the second; an integer is a number. */
const isWithin = (one: readonly string[], other: readonly string[]) =>
  one.every((type) => other.includes(type) || (type === 'integer' && other.includes('number')))

const ALL = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']

export function compareTypes({ types: before }: View, { types: after }: View, add: Add): void {
  const [one, other] = [before ?? ALL, after ?? ALL]
  const [narrower, wider] = [isWithin(other, one), isWithin(one, other)]
  if (narrower && wider) return
  const code = narrower ? 'type_narrowed' : wider ? 'type_widened' : 'type_changed'
  const spell = (types: readonly string[] | null) => types?.join(' or ') ?? 'any type'
  add(code, '/type', before, after, `type was ${spell(before)}, is ${spell(after)}`)
}

export function compareValues({ values: before }: View, { values: after }: View, add: Add): void {
  if (before === null && after === null) return
  const identities = (values: readonly unknown[] | null) => new Set((values ?? []).map(identityOf))
  const [one, other] = [identities(before), identities(after)]
  if (before === null || after === null) {
    const code = after === null ? 'enum_value_added' : 'enum_value_removed'
    add(
      code,
      '/enum',
      before,
      after,
      after === null ? 'any value is taken, no longer a list' : `only ${after.length} values are left`,
    )
    return
  }
  for (const value of before)
    if (!other.has(identityOf(value)))
      add('enum_value_removed', '/enum', value, null, `${preview(value)} is gone from the values`)
  for (const value of after)
    if (!one.has(identityOf(value)))
      add('enum_value_added', '/enum', null, value, `${preview(value)} is new among the values`)
}

export function compareBounds(before: JsonObject, after: JsonObject, add: Add): void {
  for (const [keyword, direction] of Object.entries(BOUNDS)) {
    const [one, other] = [ownValue(before, keyword), ownValue(after, keyword)]
    const isTighter =
      one === undefined || (typeof one === 'number' && typeof other === 'number' && (other - one) * direction > 0)
    if (one !== other) move(keyword, one, other, isTighter)
  }
  for (const keyword of ['multipleOf', 'uniqueItems'] as const) {
    const [one, other] = [ownValue(before, keyword), ownValue(after, keyword)]
    const isTighter = !one || (typeof one === 'number' && typeof other === 'number' && other > one)
    if ((one ?? false) !== (other ?? false)) move(keyword, one, other, isTighter)
  }

  function move(keyword: string, one: unknown, other: unknown, isTighter: boolean): void {
    const message = `${keyword} was ${preview(one ?? null)}, is ${preview(other ?? null)}`
    add(isTighter ? 'bound_tightened' : 'bound_relaxed', `/${keyword}`, one, other, message, { keywords: [keyword] })
  }
}

export function compareObjects(before: JsonObject, after: JsonObject, add: Add): void {
  const names = (list: unknown) => (Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [])
  const [oldNeeds, newNeeds] = [names(ownValue(before, 'required')), names(ownValue(after, 'required'))]
  for (const name of newNeeds.filter((one) => !oldNeeds.includes(one)))
    add('required_added', '/required', null, name, `${preview(name)} has to be given now`, { property: name })
  for (const name of oldNeeds.filter((one) => !newNeeds.includes(one)))
    add('required_removed', '/required', name, null, `${preview(name)} may be left out now`, { property: name })
  const [oldOnes, newOnes] = [ownValue(before, 'properties'), ownValue(after, 'properties')]
  const [oldMap, newMap] = [isObject(oldOnes) ? oldOnes : {}, isObject(newOnes) ? newOnes : {}]
  for (const name of Object.keys(newMap))
    if (!Object.hasOwn(oldMap, name))
      add(
        'property_added',
        `/properties/${pointerToken(name)}`,
        null,
        newMap[name],
        `property ${preview(name)} is new`,
        { property: name },
      )
  for (const name of Object.keys(oldMap))
    if (!Object.hasOwn(newMap, name))
      add(
        'property_removed',
        `/properties/${pointerToken(name)}`,
        oldMap[name],
        null,
        `property ${preview(name)} is gone`,
        { property: name },
      )
  const [oldRest, newRest] = [
    ownValue(before, 'additionalProperties') ?? true,
    ownValue(after, 'additionalProperties') ?? true,
  ]
  if (identityOf(oldRest) !== identityOf(newRest) && !(isObject(oldRest) && isObject(newRest))) {
    const isClosed = newRest === false || oldRest === true
    add(
      isClosed ? 'additional_properties_closed' : 'additional_properties_opened',
      '/additionalProperties',
      oldRest,
      newRest,
      isClosed ? 'members that are not declared are restricted now' : 'more undeclared members are taken now',
      { keywords: ['additionalProperties', 'false schema'] },
    )
  }
  for (const keyword of ['items', 'prefixItems', 'additionalItems'] as const) {
    const [one, other] = [ownValue(before, keyword), ownValue(after, keyword)]
    const isPaired =
      (isObject(one) && isObject(other)) || (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    if (!isPaired && identityOf(one ?? null) !== identityOf(other ?? null))
      add('array_items_changed', `/${keyword}`, one, other, `${keyword} is another`)
  }
}

export function compareUnions(before: JsonObject, after: JsonObject, add: Add): void {
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const [one, other] = [ownValue(before, keyword), ownValue(after, keyword)]
    if (!Array.isArray(one) && !Array.isArray(other)) continue
    if (!Array.isArray(one) || !Array.isArray(other)) {
      add(
        Array.isArray(other) ? 'union_branch_removed' : 'union_branch_added',
        `/${keyword}`,
        one,
        other,
        `${keyword} is ${Array.isArray(other) ? 'new' : 'gone'}`,
      )
      continue
    }
    const [oldBranches, newBranches] = [one.map(identityOf), other.map(identityOf)]
    for (const [at, branch] of other.entries())
      if (!oldBranches.includes(newBranches[at] ?? ''))
        add('union_branch_added', `/${keyword}/${at}`, null, branch, `a branch of ${keyword} is new`)
    for (const [at, branch] of one.entries())
      if (!newBranches.includes(oldBranches[at] ?? ''))
        add('union_branch_removed', `/${keyword}/${at}`, branch, null, `a branch of ${keyword} is gone`)
  }
}
