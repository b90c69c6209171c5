import { RE2JS } from 're2js'

import { invalidFields } from '#shared/errors.ts'

import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'
import { orderOf } from '#shared/engines/guard/compare-values.ts'
import { pointerTokens } from '#shared/engines/json/json-pointer.ts'
import { sameNetworkKey } from '#shared/engines/x402/networks/network.ts'
import { sameAddress } from '#shared/engines/x402/networks/token.ts'
import { centsOf } from './cents-of.ts'
import type { Constraint } from './constraint.ts'
import { plainName } from '#shared/engines/receipt-checks/find-fields.ts'

export type Judged = { actual: unknown; status: 'satisfied' | 'violated' | 'unverifiable' }

/** Other names a field of a receipt goes by. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  pay_to: ['payto', 'payee', 'recipient', 'to'],
  time: ['ts', 'issuedat', 'timestamp', 'occurredat', 'settledat', 'createdat', 'at'],
  transaction: ['tx', 'txhash', 'transactionhash', 'settletx'],
}
const MOST_TEXT = 10_000

/**
 * Tests one constraint against the signed members of a receipt. A member the signature does not cover counts as absent:
 * anyone could have written it.
 */
export function evaluateConstraint(
  constraint: Constraint,
  fields: JsonObject,
  signed: ReadonlySet<string> | 'all' | null,
  nowMs: number,
): Judged {
  const { found, name } = lookUp(constraint.field, fields)
  const isCovered = signed === 'all' || (signed !== null && name !== null && signed.has(name))
  if (constraint.op === 'exists') {
    if (found === undefined) return { actual: null, status: constraint.value === false ? 'satisfied' : 'violated' }
    return {
      actual: found,
      status: isCovered ? (constraint.value === false ? 'violated' : 'satisfied') : 'unverifiable',
    }
  }
  if (found === undefined || !isCovered) return { actual: found ?? null, status: 'unverifiable' }
  const holds = test(constraint, found, nowMs)
  return { actual: found, status: holds === null ? 'unverifiable' : holds ? 'satisfied' : 'violated' }
}

/** A member by pointer, by dotted path, by its name or one of its aliases, and the top-level member it stands in. */
function lookUp(field: string, fields: JsonObject): { found: unknown; name: string | null } {
  if (field === 'amount_cents' && !Object.hasOwn(fields, field)) {
    const told = centsOf(fields)
    return { found: told?.cents, name: told?.name ?? null }
  }
  const tokens = field.startsWith('/')
    ? pointerTokens(field)
    : Object.hasOwn(fields, field)
      ? [field]
      : field.split('.')
  const direct = tokens?.reduce<unknown>(
    (value, token) =>
      isObject(value) ? ownValue(value, token) : Array.isArray(value) ? value[Number(token)] : undefined,
    fields,
  )
  if (direct !== undefined) return { found: direct, name: tokens?.[0] ?? null }
  const names = [plainName(field), ...(ALIASES[field] ?? [])]
  const key = Object.keys(fields).find((name) => names.includes(plainName(name)))
  return { found: key === undefined ? undefined : ownValue(fields, key), name: key ?? null }
}

function test({ field, op, value }: Constraint, actual: unknown, nowMs: number): boolean | null {
  if (op === 'eq') return same(field, actual, value)
  if (op === 'ne') return !same(field, actual, value)
  if (op === 'in') return Array.isArray(value) && value.some((one) => same(field, actual, one))
  if (op === 'not_in') return Array.isArray(value) && !value.some((one) => same(field, actual, one))
  if (op === 'matches')
    return typeof actual === 'string' && typeof value === 'string'
      ? compiled(value).matcher(actual.slice(0, MOST_TEXT)).find()
      : null
  if (op === 'before' || op === 'after' || op === 'within_s') {
    const at = instantOf(actual)
    if (at === null) return null
    if (op === 'within_s') return Math.abs(nowMs - at) <= Number(value) * 1_000
    const limit = instantOf(value) ?? 0
    return op === 'before' ? at <= limit : at >= limit
  }
  const order = ordered(actual, value)
  if (order === null) return null
  return { lt: order < 0, lte: order <= 0, gt: order > 0, gte: order >= 0 }[op as 'lt' | 'lte' | 'gt' | 'gte']
}

/** Numbers and decimal texts compare exactly, also with each other. */
const ordered = (actual: unknown, limit: unknown) =>
  typeof actual === typeof limit ? orderOf(actual, limit) : orderOf(decimalText(actual), decimalText(limit))

const decimalText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** Equality by what the field is: networks in either style, addresses by their family's case rules. */
function same(field: string, actual: unknown, expected: unknown): boolean {
  if (actual === expected) return true
  if (typeof actual === 'string' && typeof expected === 'string') {
    if (field === 'network') return sameNetworkKey(actual) === sameNetworkKey(expected)
    return sameAddress(actual, expected)
  }
  const isNumeric = [actual, expected].every(
    (value) => typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,60}(?:\.\d{1,60})?$/.test(value)),
  )
  return isNumeric && ordered(actual, expected) === 0
}

function compiled(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch {
    throw invalidFields({
      path: ['constraints'],
      msg: 'Value error, matches has a pattern that RE2 does not take',
      input: pattern,
    })
  }
}
