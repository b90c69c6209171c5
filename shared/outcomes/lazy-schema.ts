import type { z } from 'zod'

/** A schema, or a function that makes it. */
export type Lazy<Schema extends z.ZodType> = Schema | (() => Schema)

/**
 * Returns a function that makes a schema when it is first asked for. The schemas of all outcomes together take more than
 * 10 MB, and a process needs those of the outcomes that are called.
 */
export const lazySchema = <Schema extends z.ZodType>(schema: Lazy<Schema>): (() => Schema) =>
  typeof schema === 'function' ? madeOnce(schema) : () => schema

/** Returns a function that makes a value when it is first asked for, and keeps it. */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}
