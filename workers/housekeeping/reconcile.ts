import type { TaskDeps } from './tasks.ts'

/** Compares the held amount of every wallet with its open holds, and logs mismatches. */
export async function reconcile({ db, log }: TaskDeps): Promise<void> {
  const { rows } = await db.pg.query<{ account_id: string; held: string; open: string }>(
    `select a.id as account_id, a.held, coalesce(o.open, 0) as open
     from account a
     left join (
       select h.account_id, sum(h.amount) as open from transfer h join call c on c.id = h.call_id
       where h.kind = 'hold' and c.finished_at is null group by h.account_id
     ) o on o.account_id = a.id
     where a.kind in ('wallet', 'promo') and (a.held <> 0 or o.open is not null) and a.held <> coalesce(o.open, 0)`,
  )
  for (const row of rows)
    log.error({ accountId: row.account_id, held: row.held, open: row.open }, 'held money does not match its open holds')
}
