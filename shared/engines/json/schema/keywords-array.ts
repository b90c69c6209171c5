import { identityOf, ownValue } from '../json-value.ts'
import { isSince } from './draft.ts'
import { fail } from './report.ts'
import { yesOrNo } from './sink.ts'
import type { Keyword, Visit } from './visit.ts'

export const maxItems: Keyword = (limit, visit) => {
  if (!Array.isArray(visit.value) || typeof limit !== 'number' || visit.value.length <= limit) return
  fail(visit, 'maxItems', {
    message: `must have at most ${limit} items, but has ${visit.value.length}`,
    params: { limit },
    expected: `at most ${limit} items`,
  })
}

export const minItems: Keyword = (limit, visit) => {
  if (!Array.isArray(visit.value) || typeof limit !== 'number' || visit.value.length >= limit) return
  fail(visit, 'minItems', {
    message: `must have at least ${limit} items, but has ${visit.value.length}`,
    params: { limit },
    expected: `at least ${limit} items`,
  })
}

export const uniqueItems: Keyword = (isWanted, visit) => {
  if (isWanted !== true || !Array.isArray(visit.value)) return
  const seen = new Map<string, number>()
  for (const [position, item] of visit.value.entries()) {
    const identity = identityOf(item)
    const first = seen.get(identity)
    visit.evaluation.spend(1 + (identity.length >> 6))
    if (first !== undefined) {
      fail(visit, 'uniqueItems', {
        message: `must not have equal items: ${first} and ${position} are the same`,
        params: { i: position, j: first },
        expected: 'items that all differ',
      })
      return
    }
    seen.set(identity, position)
  }
}

export const prefixItems: Keyword = (schemas, visit) => {
  if (Array.isArray(schemas)) applyTuple(visit, 'prefixItems', schemas)
}

/** A schema for every item, or (up to 2019-09) a list of schemas by position. */
export const items: Keyword = (wanted, visit) => {
  const is2020 = visit.place.resource.draft === '2020-12'
  if (Array.isArray(wanted)) {
    if (!is2020) applyTuple(visit, 'items', wanted)
    return
  }
  const prefix = ownValue(visit.node, 'prefixItems')
  applyRest(visit, 'items', wanted, is2020 && Array.isArray(prefix) ? prefix.length : 0)
}

/** Only applies with a list in `items`. */
export const additionalItems: Keyword = (wanted, visit) => {
  const tuple = ownValue(visit.node, 'items')
  if (Array.isArray(tuple)) applyRest(visit, 'additionalItems', wanted, tuple.length)
}

function applyTuple(visit: Visit, keyword: string, schemas: readonly unknown[]): void {
  if (!Array.isArray(visit.value)) return
  for (const [position, schema] of schemas.entries()) {
    if (position >= visit.value.length) break
    applyItem(visit, schema, `${keyword}/${position}`, position)
  }
  visit.coverage?.addPrefix(schemas.length)
}

function applyRest(visit: Visit, keyword: string, schema: unknown, start: number): void {
  if (!Array.isArray(visit.value)) return
  if (schema === false && visit.value.length > start) {
    fail(visit, keyword, {
      message: `must not have more than ${start} items, but has ${visit.value.length}`,
      params: { limit: start },
      expected: `at most ${start} items`,
    })
    return
  }
  for (let position = start; position < visit.value.length; position += 1) {
    applyItem(visit, schema, keyword, position)
    if (visit.sink.isQuick && visit.sink.count > 0) return
  }
  visit.coverage?.addPrefix(Infinity)
}

function applyItem(visit: Visit, schema: unknown, segment: string, position: number): boolean {
  const value: unknown = Array.isArray(visit.value) ? visit.value[position] : undefined
  return visit.evaluation.descend(visit, schema, segment, { value, at: { parent: visit.at, key: position } })
}

export const contains: Keyword = (schema, visit) => {
  const { value, node, coverage } = visit
  if (!Array.isArray(value)) return
  const { draft } = visit.place.resource
  const bounds = isSince(draft, '2019-09') ? node : {}
  const least = numberOr(ownValue(bounds, 'minContains'), 1)
  const most = numberOr(ownValue(bounds, 'maxContains'), Infinity)
  let found = 0
  for (const [position, item] of value.entries()) {
    const at = { parent: visit.at, key: position }
    if (!visit.evaluation.descend(visit, schema, 'contains', { value: item, at, sink: yesOrNo() })) continue
    found += 1
    // Only since 2020-12 do matching items count as evaluated.
    if (isSince(draft, '2020-12')) coverage?.addPosition(position)
  }
  if (found >= least && found <= most) return
  const isFew = found < least
  const expected = isFew ? `at least ${least} matching items` : `at most ${most} matching items`
  const keyword = isFew ? (least === 1 ? 'contains' : 'minContains') : 'maxContains'
  fail(visit, keyword, {
    message: `must contain ${expected}, but contains ${found}`,
    params: { minContains: least, ...(most === Infinity ? {} : { maxContains: most }), found },
    expected,
  })
}

const numberOr = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise)

export const unevaluatedItems: Keyword = (schema, visit) => {
  const { value, coverage } = visit
  // After another failure what counts as evaluated is unknown, and reporting it would only be noise.
  if (!Array.isArray(value) || coverage === null || visit.sink.count > visit.failuresBefore) return
  for (let position = 0; position < value.length; position += 1) {
    if (coverage.hasPosition(position)) continue
    if (schema === false) {
      fail(visit, 'unevaluatedItems', {
        message: `item ${position} is not covered by any part of the schema`,
        params: { len: position, position },
        expected: `at most ${position} items`,
      })
      return
    }
    applyItem(visit, schema, 'unevaluatedItems', position)
  }
  coverage.addPrefix(Infinity)
}
