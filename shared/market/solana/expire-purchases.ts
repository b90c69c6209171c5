import type { Pool as PgPool } from 'pg'

/**
 * Expires pending purchases whose time to pay is over. A payment that landed in time still pays one when it is found
 * later. Returns how many it expired.
 */
export async function expirePurchases(pg: PgPool, limit: number): Promise<number> {
  // SQL: the change and its row of the timeline are one statement.
  const { rowCount } = await pg.query({ name: 'purchases-expire', text: EXPIRE, values: [limit] })
  return rowCount ?? 0
}

const EXPIRE = `
with due as (
  select id from purchase where status = 'pending' and expires_at <= now() order by expires_at limit $1 for update skip locked
), expired as (
  update purchase set status = 'expired', updated_at = now() from due where purchase.id = due.id
  returning purchase.id, purchase.status, purchase.delivery_status
)
insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status)
select e.id, (select max(nth) + 1 from purchase_event v where v.purchase_id = e.id), 'expired', 'platform', e.status, e.delivery_status from expired e`
