import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { inTransaction } from '#shared/db/in-transaction.ts'

import { PRIORITY_SLOTS } from '../listings/browse/priority-tiers.rules.ts'
import { type FoundPayment, type Recorded, shareOf } from '../solana/record-payment.ts'

/**
 * Decides about a payment of a boost and records it: the first one pays, also a late one while the listing is on sale.
 * The boost begins at once, behind the others of its listing, or waits for a slot.
 */
export async function recordBoostPayment(pg: PgPool, found: FoundPayment): Promise<Recorded> {
  const { orderId, signature, payer, slot, landedAt, owed, received, isQuoted } = found
  return inTransaction(pg, async (tx) => {
    // SQL: a lock of the database.
    await tx.query(LOCK_SLOTS)
    // SQL: a decision about money is one statement.
    const { rows } = await tx.query<{ verdict: 'pays' | 'refund'; reason: string | null }>({
      name: 'boost-payment-record',
      text: RECORD,
      values: [orderId, uuidv7(), signature, payer, slot, landedAt, owed.map(String), received.map(String), isQuoted],
    })
    return rows[0] ?? { verdict: 'known' }
  })
}

/** Starts paid boosts that wait for a slot, the oldest first. Returns how many started. */
export async function startBoosts(pg: PgPool): Promise<number> {
  return inTransaction(pg, async (tx) => {
    // SQL: a lock of the database.
    await tx.query(LOCK_SLOTS)
    // SQL: who is next and whether there is room is decided where the slot is taken.
    const { rowCount } = await tx.query(START)
    return rowCount ?? 0
  })
}

/** Whoever gives a slot away does it alone, on what the one before left. */
const LOCK_SLOTS = `select pg_advisory_xact_lock(hashtext('boost-slots'))`

const IS_SLOT_LEFT = (listing: string) =>
  `(select count(*) from listing x where x.boosted_until > now() and x.id <> ${listing}) < ${PRIORITY_SLOTS}`

const RECORD = `
with ordered as materialized (select * from solana_order where id = $1::uuid for update),
bought as materialized (select b.* from boost b join ordered o on o.boost_id = b.id for update of b),
place as materialized (select l.* from listing l join bought b on b.listing_id = l.id for update of l),
judged as materialized (
  select b.*, case
      when b.status = 'paid' then 'paid_already'
      when not $9::bool then 'quote_expired'
      when not l.is_shown then 'listing_not_on_sale'
    end as reason, greatest(l.boosted_until, now()) as free_from, ${IS_SLOT_LEFT('l.id')} as has_slot
  from bought b join place l on true
),
payment as (
  insert into solana_payment (id, order_id, signature, verdict, state, reason, payer, slot, landed_at, owed, received)
  select $2::uuid, $1::uuid, $3, case when j.reason is null then 'pays' else 'refund' end, 'confirmed', j.reason, $4, $5, $6, $7::bigint[], $8::bigint[]
  from judged j on conflict do nothing returning id, order_id, verdict, reason
),
paid as (
  update boost b set status = 'paid', paid_at = now(), starts_at = case when j.has_slot then j.free_from end,
    ends_at = case when j.has_slot then j.free_from + make_interval(hours => j.hours) end
  from judged j, payment y where b.id = j.id and y.verdict = 'pays' returning b.listing_id, b.ends_at
),
boosted as (
  update listing l set boosted_until = p.ends_at from paid p where l.id = p.listing_id and p.ends_at is not null
),
${shareOf('payment')}
select verdict, reason from payment`

const START = `
with next as (
  select b.id, b.listing_id, b.hours, greatest(l.boosted_until, now()) as free_from from boost b join listing l on l.id = b.listing_id
  where b.status = 'paid' and b.starts_at is null and l.is_shown and ${IS_SLOT_LEFT('l.id')} order by b.paid_at limit 1 for update
), started as (
  update boost b set starts_at = n.free_from, ends_at = n.free_from + make_interval(hours => n.hours) from next n where b.id = n.id
  returning b.listing_id, b.ends_at
)
update listing l set boosted_until = s.ends_at from started s where l.id = s.listing_id`
