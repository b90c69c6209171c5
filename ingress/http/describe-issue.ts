import type { z } from 'zod'

import type { FieldError } from '#shared/errors.ts'

type Issue = z.core.$ZodIssue
type Words = Pick<FieldError, 'type' | 'msg' | 'ctx'>

/** Describes an issue in the words of pydantic v2. */
export function describeIssue(issue: Issue, where: string): Words {
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

function tooSmall({ origin, minimum, inclusive = true }: Extract<Issue, { code: 'too_small' }>): Words {
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

function tooBig({ origin, maximum, inclusive = true }: Extract<Issue, { code: 'too_big' }>): Words {
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
