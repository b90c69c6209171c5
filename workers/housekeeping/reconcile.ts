import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import type { TaskDeps } from './tasks.ts'

/** Compares the held amount of every wallet with its open calls and the bids held on it, and logs mismatches. */
export async function reconcile({ db, log }: TaskDeps): Promise<void> {
  const { rows } = await db.pg.query<{ account_id: string; held: string; open: string }>(
    `select a.id as account_id, a.held, coalesce(o.open, 0) as open
     from account a
     left join (
       select account_id, sum(amount) as open from (
         select account_id, price as amount from call where finished_at is null and price > 0
         union all
         select held_account_id, amount_cents::bigint * ${MICRO_USDC_PER_CENT} from bid where held_account_id is not null and released_at is null
       ) open_holds group by account_id
     ) o on o.account_id = a.id
     where a.kind in ('wallet', 'promo') and (a.held <> 0 or o.open is not null) and a.held <> coalesce(o.open, 0)`,
  )
  for (const row of rows)
    log.error({ accountId: row.account_id, held: row.held, open: row.open }, 'held money does not match its open holds')
}
