import { isMultiple } from '../decimal.ts'
import { ownValue } from '../json-value.ts'
import { fail } from './report.ts'
import type { Keyword, Visit } from './visit.ts'

type Comparison = '>=' | '<=' | '>' | '<'

const HOLDS: Readonly<Record<Comparison, (value: number, limit: number) => boolean>> = {
  '>=': (value, limit) => value >= limit,
  '<=': (value, limit) => value <= limit,
  '>': (value, limit) => value > limit,
  '<': (value, limit) => value < limit,
}

function compare(visit: Visit, keyword: string, comparison: Comparison, limit: unknown): void {
  if (typeof visit.value !== 'number' || typeof limit !== 'number' || HOLDS[comparison](visit.value, limit)) return
  fail(visit, keyword, {
    message: `must be ${comparison} ${limit}, but is ${visit.value}`,
    params: { comparison, limit },
    expected: `${comparison} ${limit}`,
  })
}

// Draft 4 has `exclusiveMinimum: true` together with `minimum`; in later drafts it is a separate limit.
const isExclusive = (visit: Visit, keyword: string) =>
  visit.place.resource.draft === 'draft-04' && ownValue(visit.node, keyword) === true

export const minimum: Keyword = (limit, visit) =>
  compare(visit, 'minimum', isExclusive(visit, 'exclusiveMinimum') ? '>' : '>=', limit)

export const maximum: Keyword = (limit, visit) =>
  compare(visit, 'maximum', isExclusive(visit, 'exclusiveMaximum') ? '<' : '<=', limit)

export const exclusiveMinimum: Keyword = (limit, visit) => compare(visit, 'exclusiveMinimum', '>', limit)

export const exclusiveMaximum: Keyword = (limit, visit) => compare(visit, 'exclusiveMaximum', '<', limit)

export const multipleOf: Keyword = (divisor, visit) => {
  if (typeof visit.value !== 'number' || typeof divisor !== 'number' || isMultiple(visit.value, divisor)) return
  fail(visit, 'multipleOf', {
    message: `must be a multiple of ${divisor}, but is ${visit.value}`,
    params: { multipleOf: divisor },
    expected: `a multiple of ${divisor}`,
  })
}
