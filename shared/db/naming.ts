import { UnderscoreNamingStrategy } from '@mikro-orm/core'

const SUFFIXES: Readonly<Record<string, string>> = { unique: 'key', foreign: 'fkey', index: 'idx', check: 'check' }

/** Names constraints as PostgreSQL does when a statement names none, such as `listing_price_cents_check`. */
export class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(
    table: string,
    columns: string[],
    type: Parameters<UnderscoreNamingStrategy['indexName']>[2],
  ): string {
    const suffix = SUFFIXES[type]
    return suffix === undefined ? super.indexName(table, columns, type) : [table, ...columns, suffix].join('_')
  }
}
