import { isRaw } from '@mikro-orm/core'

/**
 * Rewrites a statement of MikroORM for PostgreSQL: each `?` becomes a numbered parameter, each `??` a quoted identifier,
 * each fragment its own text and values, and `\?` a question mark. An array is one value.
 */
export function bindValues(
  sql: string,
  params: readonly unknown[],
  quoteIdentifier: (id: string) => string,
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const write = (text: string, given: readonly unknown[]): string => {
    let next = 0
    return text.replaceAll(/\\\?|\?\??/g, (mark) => {
      if (mark === String.raw`\?`) return '?'
      if (given.length === 0) return mark
      const value = given[next]
      next += 1
      if (mark === '??') return quoteIdentifier(String(value))
      if (isRaw(value)) return write(value.sql, value.params)
      values.push(value)
      return `$${values.length}`
    })
  }
  return { text: write(sql, params), values }
}
