import type { Pool as PgPool } from 'pg'

import { BETWEEN_OWNERS } from './fair-sale.ts'

/**
 * Counts sales that can no longer be refunded: for their listing and their seller, with an event of the listing. A sale
 * counts for no rank, badge or fee tier when it was free or a resale, when buyer and seller are one owner or have proved the same
 * wallet, or when a wallet of the seller paid it, directly or as money of the prepaid key. Returns how many it judged.
 */
export async function countSales(pg: PgPool, limit: number): Promise<number> {
  // SQL: one statement marks each sale and adds it, so that none is counted twice by two processes.
  const { rows } = await pg.query<{ judged: number }>({ name: 'sales-count', text: COUNT, values: [limit] })
  return rows[0]?.judged ?? 0
}

const COUNT = `
with due as (
  select p.id, p.listing_id, p.seller_id, p.price_cents, p.price_cents > 0 and p.kind <> 'resale' and ${BETWEEN_OWNERS} as is_fair from purchase p
  where p.counted_at is null and p.status = 'paid' and p.delivery_status in ('delivered', 'confirmed') and p.refundable_until <= now()
  order by p.id limit $1 for update of p skip locked
), judged as (
  update purchase set counted_at = now(), is_counted = due.is_fair from due where purchase.id = due.id
), fair as (
  select * from due where is_fair
), listings as (
  update listing set sales_count = sales_count + f.sales from (select listing_id, count(*)::int as sales from fair group by listing_id) f
  where listing.id = f.listing_id
), sellers as (
  insert into seller_stat (user_id, sales_count, sales_cents)
  select seller_id, count(*)::int, sum(price_cents) from fair group by seller_id order by seller_id
  on conflict (user_id) do update set sales_count = seller_stat.sales_count + excluded.sales_count,
    sales_cents = seller_stat.sales_cents + excluded.sales_cents
), events as (
  insert into listing_event (id, listing_id, kind, facts)
  select gen_random_uuid(), listing_id, 'sold', jsonb_build_object('price_cents', price_cents) from fair
)
select count(*)::int as judged from due`
