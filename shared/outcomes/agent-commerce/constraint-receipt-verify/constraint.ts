import { invalidFields } from '#shared/errors.ts'

import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { instantOf } from '#shared/engines/guard/instant.ts'

export const constraintOps = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'not_in',
  'matches',
  'exists',
  'before',
  'after',
  'within_s',
] as const
export type ConstraintOp = (typeof constraintOps)[number]

/** One thing a receipt has to say. `required` ones that cannot be verified block. */
export type Constraint = { field: string; op: ConstraintOp; value: unknown; required: boolean }

const MOST = 200
const MOST_PATTERN = 500

/** What each name of the shorthand stands for. */
const SHORTHAND: Readonly<Record<string, { field: string; op: ConstraintOp }>> = {
  max_amount_cents: { field: 'amount_cents', op: 'lte' },
  allowed_payees: { field: 'pay_to', op: 'in' },
  allowed_actions: { field: 'action', op: 'in' },
  network: { field: 'network', op: 'eq' },
  not_before: { field: 'time', op: 'after' },
  not_after: { field: 'time', op: 'before' },
  agent_id: { field: 'agent_id', op: 'eq' },
}

/** Reads constraints, as a list or in shorthand. Throws `invalidFields` for what is none, before any money moves. */
export function readConstraints(sent: readonly unknown[] | JsonObject): Constraint[] {
  if (!Array.isArray(sent)) return ofShorthand(sent as JsonObject)
  if (sent.length > MOST)
    throw invalidFields({ path: ['constraints'], msg: `Value error, at most ${MOST} constraints` })
  return sent.map((value: unknown, at) => {
    const [field, op] = isObject(value) ? [ownValue(value, 'field'), ownValue(value, 'op')] : []
    if (!isObject(value) || typeof field !== 'string' || field === '' || field.length > 200)
      throw invalidFields({
        path: ['constraints', at, 'field'],
        msg: 'Value error, a field of at most 200 characters is needed',
      })
    const known = constraintOps.find((name) => name === op)
    if (known === undefined)
      throw invalidFields({
        path: ['constraints', at, 'op'],
        msg: `Value error, op is none of ${constraintOps.join(', ')}`,
        input: typeof op === 'string' ? op.slice(0, 200) : preview(op ?? null),
      })
    const operand = ownValue(value, 'value')
    const problem = operandProblem(known, operand)
    if (problem !== null) throw invalidFields({ path: ['constraints', at, 'value'], msg: `Value error, ${problem}` })
    const required = ownValue(value, 'required') === true || ownValue(value, 'fail_closed') === true
    return { field, op: known, value: operand, required }
  })
}

function ofShorthand(sent: JsonObject): Constraint[] {
  const failClosed = ownValue(sent, 'fail_closed') === true
  return Object.entries(sent)
    .filter(([name]) => name !== 'fail_closed')
    .map(([name, value]) => {
      const rule = Object.hasOwn(SHORTHAND, name) ? SHORTHAND[name] : undefined
      if (rule === undefined)
        throw invalidFields({
          path: ['constraints', name],
          msg: `Value error, the shorthand knows ${Object.keys(SHORTHAND).join(', ')}`,
        })
      const problem = operandProblem(rule.op, value)
      if (problem !== null) throw invalidFields({ path: ['constraints', name], msg: `Value error, ${problem}` })
      return { ...rule, value, required: failClosed }
    })
}

function operandProblem(op: ConstraintOp, value: unknown): string | null {
  if (op === 'exists') return value === undefined || typeof value === 'boolean' ? null : 'exists takes true or false'
  if (value === undefined) return `${op} needs a value`
  if (op === 'in' || op === 'not_in')
    return Array.isArray(value) && value.length <= 1_000 ? null : `${op} takes a list of at most 1000 values`
  if (op === 'matches')
    return typeof value === 'string' && value.length <= MOST_PATTERN
      ? null
      : `matches takes a pattern of at most ${MOST_PATTERN} characters`
  if (op === 'before' || op === 'after') return instantOf(value) === null ? `${op} takes a time` : null
  if (op === 'within_s') return typeof value === 'number' && value >= 0 ? null : 'within_s takes seconds'
  const isOrder = op !== 'eq' && op !== 'ne'
  return isOrder && typeof value !== 'number' && typeof value !== 'string' ? `${op} takes a number or a text` : null
}
