import type { z } from 'zod'

import type { FieldError } from '#shared/errors.ts'

type Issue = z.core.$ZodIssue

/**
 * zod's issues in the words of pydantic v2 (the HTTPValidationError that clients made from FastAPI documents expect):
 * `type`, `loc` from `body` or `query` down, `msg`, `input`, `ctx` with limits.
 */
export function fieldErrors(
  error: z.ZodError,
  where: 'body' | 'query' | 'path' | 'header',
  whole: unknown,
): FieldError[] {
  const all = error.issues
    .flatMap((issue) => flatten(issue))
    .map((issue) => {
      const loc = [where, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))]
      const input = preview(valueAt(whole, issue.path))
      const isOfValue = issue.code === 'invalid_type' || issue.code === 'invalid_value'
      const missing = isOfValue && valueAt(whole, issue.path) === undefined
      if (missing)
        return { type: 'missing', loc, msg: 'Field required', input: preview(valueAt(whole, issue.path.slice(0, -1))) }
      const { type, msg, ctx } = describe(issue, where)
      // Whoever misspells the name of a secret does not get it back.
      if (issue.code === 'unrecognized_keys') return { type, loc, msg }
      return { type, loc, msg, input, ...(ctx === undefined ? {} : { ctx }) }
    })
  // What is beyond every whole number is beyond the field's own limit too, which comes behind it and says more.
  return all.filter((one, nth) => !all.slice(nth + 1).some((later) => isSameLimit(one, later)))
}

const LIMITS = new Set(['less_than_equal', 'greater_than_equal'])
const isSameLimit = (one: FieldError, other: FieldError) =>
  LIMITS.has(one.type) && one.type === other.type && one.loc.join('\n') === other.loc.join('\n')

/** Keys nobody declared that are named one by one. */
const MOST_KEYS = 20

/** A union that fails reports its closest branch only; of keys that nobody declared each is wrong by itself. */
function flatten(issue: Issue): Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MOST_KEYS).map((key) => ({ ...issue, path: [...issue.path, key] }))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const closest = issue.errors.reduce((best, branch) => (distance(branch) < distance(best) ? branch : best))
  return closest.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** How far a value is from a branch of a union: of another type altogether is farther than wrong in any of its parts. */
const distance = (branch: readonly Issue[]): number =>
  branch.some(({ code, path }) => code === 'invalid_type' && path.length === 0) ? Infinity : branch.length

function describe(issue: Issue, where: string): Pick<FieldError, 'type' | 'msg' | 'ctx'> {
  switch (issue.code) {
    case 'invalid_type':
      return typeError(issue.expected, where)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_value':
      return {
        type: 'literal_error',
        msg: `Input should be ${oneOf(issue.values)}`,
        ctx: { expected: oneOf(issue.values) },
      }
    case 'unrecognized_keys':
      return { type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }
    case 'invalid_format':
      return issue.format === 'regex'
        ? { type: 'string_pattern_mismatch', msg: `String should match pattern '${issue.pattern ?? ''}'` }
        : {
            type: issue.format === 'url' ? 'url_parsing' : 'value_error',
            msg: `Value error, this is not a valid ${issue.format}`,
          }
    case 'not_multiple_of':
      return {
        type: 'multiple_of',
        msg: `Input should be a multiple of ${issue.divisor}`,
        ctx: { multiple_of: issue.divisor },
      }
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return { type: 'value_error', msg: `Value error, ${issue.message}` }
  }
}

const TYPE_ERRORS: Record<string, { type: string; msg: string }> = {
  string: { type: 'string_type', msg: 'Input should be a valid string' },
  number: { type: 'float_type', msg: 'Input should be a valid number' },
  int: { type: 'int_type', msg: 'Input should be a valid integer' },
  boolean: { type: 'bool_type', msg: 'Input should be a valid boolean' },
  array: { type: 'list_type', msg: 'Input should be a valid list' },
  object: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
  record: { type: 'dict_type', msg: 'Input should be a valid dictionary' },
}

function typeError(expected: string, where: string): { type: string; msg: string } {
  const known = TYPE_ERRORS[expected] ?? { type: 'value_error', msg: `Input should be a valid ${expected}` }
  if (where !== 'query') return known
  if (known.type === 'int_type') {
    return { type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' }
  }
  return known
}

function tooSmall({
  origin,
  minimum,
  inclusive = true,
}: Extract<Issue, { code: 'too_small' }>): Pick<FieldError, 'type' | 'msg' | 'ctx'> {
  const least = Number(minimum)
  if (origin === 'string') {
    return {
      type: 'string_too_short',
      msg: `String should have at least ${least} character${least === 1 ? '' : 's'}`,
      ctx: { min_length: least },
    }
  }
  if (origin === 'array' || origin === 'set') {
    return {
      type: 'too_short',
      msg: `List should have at least ${least} item${least === 1 ? '' : 's'}`,
      ctx: { min_length: least },
    }
  }
  return inclusive
    ? { type: 'greater_than_equal', msg: `Input should be greater than or equal to ${least}`, ctx: { ge: least } }
    : { type: 'greater_than', msg: `Input should be greater than ${least}`, ctx: { gt: least } }
}

function tooBig({
  origin,
  maximum,
  inclusive = true,
}: Extract<Issue, { code: 'too_big' }>): Pick<FieldError, 'type' | 'msg' | 'ctx'> {
  const most = Number(maximum)
  if (origin === 'string') {
    return {
      type: 'string_too_long',
      msg: `String should have at most ${most} character${most === 1 ? '' : 's'}`,
      ctx: { max_length: most },
    }
  }
  if (origin === 'array' || origin === 'set') {
    return {
      type: 'too_long',
      msg: `List should have at most ${most} item${most === 1 ? '' : 's'}`,
      ctx: { max_length: most },
    }
  }
  return inclusive
    ? { type: 'less_than_equal', msg: `Input should be less than or equal to ${most}`, ctx: { le: most } }
    : { type: 'less_than', msg: `Input should be less than ${most}`, ctx: { lt: most } }
}

const oneOf = (values: readonly unknown[]) => {
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
}

function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  let value = whole
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    // Safe: an own property of an object.
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

const PREVIEW_LENGTH = 200

/** What was sent, short enough to send back. */
function preview(value: unknown): unknown {
  if (typeof value === 'string') return value.length > PREVIEW_LENGTH ? `${value.slice(0, PREVIEW_LENGTH)}…` : value
  if (typeof value !== 'object' || value === null) return value
  const text = JSON.stringify(value)
  return text.length > PREVIEW_LENGTH ? `${text.slice(0, PREVIEW_LENGTH)}…` : value
}
