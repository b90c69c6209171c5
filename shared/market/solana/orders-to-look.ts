import type { Pool as PgPool } from 'pg'

/** Days after its expiry for which payments of an order are looked for. Later ones are found by confirming them. */
const LATE_DAYS = 7

/**
 * Takes orders whose time to be looked at has come, and plans their next look: every two seconds in the first five
 * minutes, every ten until they expire, then every minute for an hour, and every hour. One that is paid is looked at for a
 * second payment, every minute until it expires. Safe to run concurrently.
 */
export async function ordersToLook(pg: PgPool, limit: number): Promise<{ id: string; reference: string }[]> {
  // SQL: of several processes, one takes an order.
  const { rows } = await pg.query<{ id: string; reference: string }>({
    name: 'solana-orders-to-look',
    text: TAKE,
    values: [limit],
  })
  return rows
}

/** Signatures of payments of an order that are recorded and stand. */
export async function knownOf(pg: PgPool, orderId: string): Promise<ReadonlySet<string>> {
  // SQL: signatures alone, at every look.
  const { rows } = await pg.query<{ signature: string }>({
    name: 'solana-payments-known',
    text: `select signature from solana_payment where order_id = $1 and state <> 'gone'`,
    values: [orderId],
  })
  return new Set(rows.map(({ signature }) => signature))
}

const TAKE = `
update solana_order o set look_at = case
    when now() > o.expires_at + interval '${LATE_DAYS} days' then null
    when now() > o.expires_at + interval '1 hour' then now() + interval '1 hour'
    when now() > o.expires_at then now() + interval '1 minute'
    when exists (select from solana_payment y where y.order_id = o.id and y.verdict = 'pays' and y.state <> 'gone') then now() + interval '1 minute'
    when now() > o.created_at + interval '5 minutes' then now() + interval '10 seconds'
    else now() + interval '2 seconds'
  end
from (select id from solana_order where look_at <= now() order by look_at limit $1 for update skip locked) due
where o.id = due.id returning o.id, o.reference`
