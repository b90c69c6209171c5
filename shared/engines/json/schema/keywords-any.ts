import { identityOf, preview, typeOf } from '../json-value.ts'
import { fail } from './report.ts'
import type { Keyword } from './visit.ts'

export const type: Keyword = (wanted, visit) => {
  const types = (Array.isArray(wanted) ? wanted : [wanted]).filter((name): name is string => typeof name === 'string')
  const actual = typeOf(visit.value)
  if (types.includes(actual) || (actual === 'integer' && types.includes('number'))) return
  const expected = types.join(' or ')
  fail(visit, 'type', {
    message: `must be ${expected}, but is ${actual}`,
    params: { type: types.length === 1 ? expected : types },
    expected,
  })
}

export const constant: Keyword = (wanted, visit) => {
  if (isSame(wanted, visit.value)) return
  fail(visit, 'const', {
    message: `must be ${preview(wanted)}, but is ${preview(visit.value, 60)}`,
    params: { allowedValue: wanted },
    expected: preview(wanted),
  })
}

export const enumeration: Keyword = (wanted, visit) => {
  if (!Array.isArray(wanted)) return
  visit.evaluation.spend(wanted.length >> 3)
  if (wanted.some((allowed) => isSame(allowed, visit.value))) return
  const shown = wanted.slice(0, 10).map((allowed) => preview(allowed, 40))
  const expected = `${shown.join(', ')}${wanted.length > shown.length ? `, ... (${wanted.length} values)` : ''}`
  fail(visit, 'enum', {
    message: `must be one of ${expected}, but is ${preview(visit.value, 60)}`,
    params: { allowedValues: wanted.slice(0, 100) },
    expected,
  })
}

function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return left === right
  return identityOf(left) === identityOf(right)
}
