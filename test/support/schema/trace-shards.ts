import type { Pool as PgPool } from 'pg'

/** Tables whose rows belong to an account, and the column that says to which. */
const TRACED: Readonly<Record<string, string>> = {
  account: 'id',
  call: 'account_id',
  transfer: 'account_id',
  entry: 'account_id',
}

/** A transaction that wrote rows of several shards. */
export type Crossing = { tables: string[]; shards: number[] }

/**
 * Notes, from now on, of which accounts each transaction writes rows. `crossings` names the transactions that wrote rows of
 * more than one shard, where the accounts of payers are shared out by their id. Our own accounts count for no shard: a
 * sub-account of each shard stands for them.
 */
export async function traceShards(pg: PgPool, shards: number) {
  await pg.query(`create table shard_trace (transaction xid8, relation text, account bigint)`)
  await pg.query(`create function traces_shard() returns trigger language plpgsql as $$
    begin
      insert into shard_trace select pg_current_xact_id(), tg_table_name, (to_jsonb(new)->>tg_argv[0])::bigint
      where to_jsonb(new)->>tg_argv[0] is not null;
      return null;
    end $$`)
  for (const [table, column] of Object.entries(TRACED))
    await pg.query(
      `create trigger traced after insert or update on ${table} for each row execute function traces_shard('${column}')`,
    )
  return {
    /** Transactions that wrote rows of an account. */
    async traced(): Promise<number> {
      const { rows } = await pg.query<{ n: string }>('select count(distinct transaction) as n from shard_trace')
      return Number(rows[0]?.n)
    },
    async crossings(): Promise<Crossing[]> {
      const { rows } = await pg.query<Crossing>(
        `select array_agg(distinct t.relation order by t.relation) as tables, array_agg(distinct (t.account % $1)::int) as shards
         from shard_trace t join account a on a.id = t.account and a.kind in ('wallet', 'promo')
         group by t.transaction having count(distinct t.account % $1) > 1`,
        [shards],
      )
      return rows
    },
  }
}
