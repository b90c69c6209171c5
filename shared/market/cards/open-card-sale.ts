import type { ClientBase, Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { inTransaction } from '#shared/db/in-transaction.ts'
import { Refusal } from '#shared/errors.ts'

import { CARD_MAXIMUM_CENTS, CARD_MINIMUM_CENTS } from '../listings/listing-options.rules.ts'
import { PENDING_MINUTES } from '../purchases/open-sale-order.ts'
import { hasRoomSql, MOST_PENDING } from '../purchases/pending-room.ts'
import { lockOffer } from '../resale/lock-offer.ts'
import { kindOf, priceChanged, type SaleTerms } from '../purchases/sale-terms.ts'

type Wish = {
  terms: SaleTerms
  buyer: { userId: string; accountId: string }
  expectedCents: number | null
}

/**
 * Opens a pending purchase by card, or returns the id of the one that the buyer has of this listing and may still pay, at
 * the terms it was opened with; a declined one is pending again. Throws 409 `not_by_card`, `price_changed` and
 * `too_many_pending`; for a resale also what lockOffer throws.
 */
export async function openCardSale(pg: PgPool, wish: Wish): Promise<string> {
  requireCardPrice(wish.terms.price_cents)
  if (wish.terms.resale_offer_id === null) return openOn(pg, wish)
  return inTransaction(pg, async (tx) => {
    await lockOffer(tx, wish.terms, { buyerId: wish.buyer.userId, rail: 'card', currency: 'usd' })
    return openOn(tx, wish)
  })
}

async function openOn(pg: PgPool | ClientBase, { terms, buyer, expectedCents }: Wish): Promise<string> {
  const sale = JSON.stringify({
    id: uuidv7(),
    ...terms,
    buyer_id: buyer.userId,
    kind: kindOf(terms),
    rail: 'card',
    currency: 'usd',
  })
  // SQL: finding the pending one and opening another is one statement, so that two requests at once open one.
  const { rows } = await pg.query<Row>({ name: 'card-sale-open', text: OPEN, values: [sale, buyer.accountId] })
  // SQL: a twin opened one at the same moment; it is there now.
  const twins = rows[0]?.verdict === 'twin' ? await pg.query<Row>(TWIN, [sale]) : { rows }
  const [row] = twins.rows
  if (row === undefined) throw expiring()
  if (row.verdict === 'too_many') throw tooMany()
  if (expectedCents !== null && expectedCents !== row.price_cents) throw priceChanged(expectedCents, row.price_cents)
  return row.id
}

/**
 * Prepares the payment by card of a purchase that waits for one, whoever opened it. Once is enough: again changes nothing.
 * Returns false where the purchase can no longer be paid.
 */
export async function openCardPayment(pg: PgPool, purchaseId: string): Promise<boolean> {
  // SQL: of two at once, one prepares it.
  const { rows } = await pg.query({ name: 'card-payment-open', text: PREPARE, values: [purchaseId] })
  return rows.length === 1
}

type Row = { verdict: 'opened' | 'found' | 'twin' | 'too_many'; id: string; price_cents: number }

/** Throws 409 `not_by_card` for a price that cards do not pay. */
export function requireCardPrice(cents: number): void {
  if (cents < CARD_MINIMUM_CENTS || cents > CARD_MAXIMUM_CENTS) throw notByCard()
}

const notByCard = () =>
  new Refusal('not_by_card', `Cards pay from ${CARD_MINIMUM_CENTS} to ${CARD_MAXIMUM_CENTS} cents.`, {
    fix: { action: 'Pay by another rail of purchase.rails of the listing.' },
    extra: { minimum_cents: CARD_MINIMUM_CENTS, maximum_cents: CARD_MAXIMUM_CENTS },
  })

const expiring = () =>
  new Refusal('unavailable', 'Your pending purchase of this listing is just expiring.', {
    retryAfterS: 2,
    fix: { action: 'Send the request again in two seconds.' },
  })

const tooMany = () =>
  new Refusal('too_many_pending', `You have ${MOST_PENDING} purchases by card that wait for their payment.`, {
    fix: { action: `Pay one of them, or wait: each expires ${PENDING_MINUTES} minutes after it was opened.` },
  })

/** Seconds after which a payment is looked at for the first time, if no event came. */
const FIRST_LOOK_S = 15

const SENT = `sale as materialized (select * from jsonb_populate_record(null::purchase, $1::jsonb))`
const FOUND = `
select p.id, p.price_cents, p.status, p.delivery_status from sale s
join purchase p on p.listing_id = s.listing_id and p.buyer_id = s.buyer_id and p.rail = 'card' and p.kind = s.kind
  and p.resale_offer_id is not distinct from s.resale_offer_id
where p.status in ('pending', 'failed') and p.expires_at > now()
  and not exists (select from card_payment c where c.purchase_id = p.id and c.state <> 'open')
order by p.id desc limit 1`

const TWIN = `with ${SENT} select 'found' as verdict, f.id, f.price_cents from (${FOUND}) f`

const OPEN = `
with ${SENT},
found as materialized (${FOUND}),
again as (
  update purchase p set status = 'pending', updated_at = now() from found f where p.id = f.id and p.status = 'failed' returning p.id, p.status, p.delivery_status
),
retried as (
  insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status)
  select a.id, (select max(nth) + 1 from purchase_event e where e.purchase_id = a.id), 'payment_retried', 'buyer', a.status, a.delivery_status from again a
),
room as materialized (select ${hasRoomSql('$2::uuid', 'card')} as is_left),
opened as (
  insert into purchase (id, listing_id, listing_version, seller_id, buyer_id, kind, status, delivery_status, rail, currency, price_cents, fee_bps,
    fee_cents, seller_cents, royalty_bps, royalty_cents, royalty_to, resale_offer_id, license_id, refund_days, resale_allowed, delivery_form,
    content_sha256, delivery_url, expires_at)
  select id, listing_id, listing_version, seller_id, buyer_id, kind, 'pending', 'none', rail, currency, price_cents, fee_bps,
    fee_cents, seller_cents, royalty_bps, royalty_cents, royalty_to, resale_offer_id, license_id, refund_days, resale_allowed, delivery_form,
    content_sha256, delivery_url, now() + interval '${PENDING_MINUTES} minutes'
  from sale where not exists (select from found) and (select is_left from room)
  on conflict do nothing returning *
),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status) select id, 1, 'opened', 'buyer', status, delivery_status from opened
)
select 'found' as verdict, f.id, f.price_cents from found f
union all
select 'opened', o.id, o.price_cents from opened o
union all
select case when not (select is_left from room) then 'too_many' else 'twin' end, null, null where not exists (select from found) and not exists (select from opened)`

const PREPARE = `
with waiting as materialized (select id, price_cents from purchase where id = $1::uuid and status in ('pending', 'failed') for update),
prepared as (
  insert into card_payment (purchase_id, amount_cents, look_at) select id, price_cents, now() + interval '${FIRST_LOOK_S} seconds' from waiting
  on conflict do nothing
)
select id from waiting`
