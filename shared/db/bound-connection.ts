import {
  AbstractSqlConnection,
  AbstractSqlDriver,
  type AnyEntity,
  BasePostgreSqlPlatform,
  type Configuration,
  type Dictionary,
  type DriverException,
  type EntityData,
  type NativeQueryBuilder,
  type QueryResult,
  type RawQueryFragment,
  type Transaction,
} from '@mikro-orm/sql'
import type { Pool as PgPool, PoolClient } from 'pg'

import { bindValues } from './bind-values.ts'
import { inTransaction } from './in-transaction.ts'

/** The pools that MikroORM sends its statements through: `pg`, and `lists` for reads that ask for it. */
export type BoundPools = { pg: PgPool; lists: PgPool }

/**
 * Makes a driver class for MikroORM that sends statements through our own pools, with every value bound as a parameter.
 * MikroORM's own driver writes values into the text of a statement, and PostgreSQL logs texts. The driver's read
 * connection is the pool for lists.
 */
export function boundDriver(pools: BoundPools) {
  class BoundConnection extends AbstractSqlConnection {
    readonly #pool = this.type === 'read' ? pools.lists : pools.pg

    /** Runs one statement, in the transaction `ctx` if there is one. */
    override async execute<
      T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[] = EntityData<AnyEntity>[],
    >(
      query: string | NativeQueryBuilder | RawQueryFragment,
      params: readonly unknown[] | Dictionary = [],
      method: 'all' | 'get' | 'run' = 'all',
      ctx?: Transaction<PoolClient>,
    ): Promise<T> {
      const fragment = typeof query === 'string' ? { sql: query, params } : 'compile' in query ? query.compile() : query
      if (!Array.isArray(fragment.params)) throw new Error('statements take positional values')
      const { text, values } = bindValues(fragment.sql, fragment.params, (id) => this.platform.quoteIdentifier(id))
      const { rows, rowCount } = await (ctx ?? this.#pool).query<EntityData<AnyEntity>>(text, values)
      const answer = { all: rows, get: rows[0], run: { affectedRows: rowCount ?? 0, insertId: 0, row: rows[0], rows } }
      // Safe: MikroORM's types tell what it expects of each method.
      return answer[method] as unknown as T
    }

    /** Runs the statements of a flush that is not part of a unit of work in a transaction of their own. */
    override transactional<T>(work: (tx: Transaction) => Promise<T>, { ctx }: { ctx?: Transaction } = {}): Promise<T> {
      return ctx === undefined ? inTransaction(this.#pool, work) : this.begin()
    }

    // The pools connect by themselves, and whoever opened them closes them.
    override connect(): Promise<void> {
      this.connected = true
      return Promise.resolve()
    }
    override close(): Promise<void> {
      return Promise.resolve()
    }
    override begin(): Promise<never> {
      return Promise.reject(new Error('a transaction is opened by inUnitOfWork'))
    }
    override createKyselyDialect(): never {
      throw new Error('statements run through execute')
    }
  }

  return class BoundDriver extends AbstractSqlDriver<BoundConnection, BoundPlatform> {
    constructor(config: Configuration) {
      super(config, new BoundPlatform(), BoundConnection, [])
    }
    /** Leaves errors as pg throws them, with SQLSTATE and constraint. MikroORM's hold the row's values in the message. */
    override convertException(error: Error): DriverException {
      // Safe: nothing asks for the class.
      return error as DriverException
    }
  }
}

class BoundPlatform extends BasePostgreSqlPlatform {
  /** Leaves an array to pg, which writes every kind of element, bytes and nulls too. */
  override marshallArray(values: string[]): string {
    // Safe: the value is only bound.
    return values as unknown as string
  }

  /** Writes identifiers into a text. The QueryBuilder asks for values, too, in joins, orders and selected expressions. */
  override formatQuery(sql: string, params: readonly unknown[]): string {
    const { text, values } = bindValues(sql, params, (id) => this.quoteIdentifier(id))
    if (values.length > 0) throw new Error('this place of a QueryBuilder cannot bind values; use native SQL')
    return text
  }
}
