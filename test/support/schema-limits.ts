import type { z } from 'zod'

import { maxEntriesOf } from '#shared/lib/bounded-record.ts'

import { unboundedIn } from './hostile/unbounded-in.ts'

/** Kinds of schemas that take as much as a caller sends unless they have a bound. */
const SIZED = new Set(['string', 'array', 'set', 'map', 'record', 'tuple', 'file'])

/** Whether a schema takes a value of any size: a text, a list or a record without a bound that holds before its parts are parsed. */
export function isUnbounded(schema: z.core.$ZodTypes): boolean {
  const { def } = schema._zod
  if (!SIZED.has(def.type)) return false
  if (def.type === 'record') return maxEntriesOf(schema) === undefined
  if (def.type === 'tuple') return def.rest !== null
  const checks = checksOf(schema)
  if (def.type === 'string') return !checks.some((check) => isSizeLimit(check) || isShortPattern(check))
  // zod looks at the size before it parses the items only where nothing but limits of the size stands before it.
  const late = checks.findIndex((check) => !isSize(check))
  const leading = late < 0 ? checks : checks.slice(0, late)
  return !leading.some(isSizeLimit)
}

/** The smallest and the largest integer that a schema takes; null for a schema that takes no integers alone. */
export function integerRange(schema: z.core.$ZodTypes): { min: number; max: number } | null {
  if (schema._zod.def.type !== 'number') return null
  const checks = checksOf(schema)
  if (!checks.some(({ check }) => check === 'number_format')) return null
  const values = (kind: string) => checks.filter(({ check }) => check === kind).map(({ value }) => Number(value))
  const isInt32 = checks.some(({ format }) => format === 'int32')
  return {
    min: Math.max(isInt32 ? -(2 ** 31) : Number.MIN_SAFE_INTEGER, ...values('greater_than')),
    max: Math.min(isInt32 ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER, ...values('less_than')),
  }
}

type Check = { check: string; format?: string; value?: unknown; pattern?: RegExp }

function checksOf({ _zod: { def } }: z.core.$ZodTypes): Check[] {
  const own = 'check' in def ? [def] : []
  // Safe: the definition of a check is named by its `check`; the other members are read only where they are there.
  return [...own, ...(def.checks ?? []).map((check) => check._zod.def)] as unknown as Check[]
}

const isSize = ({ check }: Check) => /_(?:length|size)$|_equals$/.test(check)
const isSizeLimit = ({ check }: Check) => /^(?:max_length|max_size|length_equals|size_equals)$/.test(check)

/** A pattern from `^` to `$` without endless repeats is a bound too. */
function isShortPattern({ pattern }: Check): boolean {
  if (pattern === undefined) return false
  const { source } = pattern
  const plain = source.replace(/\\./g, 'x').replace(/\[\^?\]?[^\]]*\]/g, 'C')
  return (
    source.startsWith('^') && source.endsWith('$') && !/[*+]|\{\d+,\}/.test(plain) && unboundedIn(source).length === 0
  )
}
