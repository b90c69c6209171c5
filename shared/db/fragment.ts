import { raw, type RawQueryFragment } from '@mikro-orm/core'

/**
 * Native SQL with bound values: a whole statement for `em.execute`, or an expression where an EntityManager or
 * QueryBuilder takes a value. A value may be a fragment itself; an array is one value, as in `= any(${ids})`. Unlike
 * MikroORM's `sql`, a question mark in the text is only that, and the type does not depend on the place.
 */
export const fragment = (texts: TemplateStringsArray, ...values: readonly unknown[]): RawQueryFragment & symbol =>
  raw(texts.map((text) => text.replaceAll('?', String.raw`\?`)).join('?'), values)

/** The database's clock, for writes and conditions: the start of the transaction. */
export const now = fragment`now()`
