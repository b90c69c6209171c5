import { randomBytes } from 'node:crypto'

import type { ClientBase, Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { inTransaction } from '#shared/db/in-transaction.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import { Refusal } from '#shared/errors.ts'
import { toBase58 } from '#shared/lib/crypto/base58.ts'

import { publicId } from '../public-id.ts'
import type { OrderLeg } from '../solana/solana-order.entity.ts'
import { lockOffer } from '../resale/lock-offer.ts'
import { hasRoomSql, IS_PENDING, MOST_PENDING } from './pending-room.ts'
import { kindOf, priceChanged, type SaleTerms } from './sale-terms.ts'

/** Minutes for which a pending purchase lives. */
export const PENDING_MINUTES = 30

export type SaleCurrency = 'usdc' | 'sol'
export type OpenedOrder = { purchaseId: string; expiresAt: Date; legs: OrderLeg[]; reference: string; memo: string }

type Wish = {
  terms: SaleTerms
  buyer: { userId: string; accountId: string }
  currency: SaleCurrency
  /** The wallet that is paid our share. */
  platformWallet: string
  expectedCents: number | null
}

/**
 * Opens a pending purchase with its order, or returns the pending one that the buyer has of this listing in this
 * currency, at the terms it was opened with. Throws 409 `seller_not_payable` without a proved wallet of the seller,
 * `price_changed`, and `too_many_pending`; for a resale also what lockOffer throws.
 */
export function openSaleOrder(pg: PgPool, wish: Wish): Promise<OpenedOrder> {
  const { resale_offer_id: offerId } = wish.terms
  if (offerId === null) return openOn(pg, wish)
  return inTransaction(pg, async (tx) => {
    await lockOffer(tx, wish.terms, { buyerId: wish.buyer.userId, rail: 'solana', currency: wish.currency })
    return openOn(tx, wish)
  })
}

async function openOn(pg: PgPool | ClientBase, wish: Wish): Promise<OpenedOrder> {
  const { terms, buyer, currency, platformWallet, expectedCents } = wish
  const id = uuidv7()
  const memo = `farebox ${publicId('pur', id)}`
  const reference = toBase58(randomBytes(32))
  const sale = JSON.stringify({ id, ...terms, buyer_id: buyer.userId, kind: kindOf(terms), rail: 'solana', currency })
  // SQL: finding the pending one and opening another is one statement, so that two requests at once open one.
  const { rows } = await pg.query<Row>({
    name: 'solana-sale-open',
    text: OPEN,
    values: [sale, buyer.accountId, platformWallet, reference, memo],
  })
  // SQL: a twin opened one at the same moment; it is there now.
  const twins = rows[0]?.verdict === 'twin' ? await pg.query<Row>(TWIN, [sale]) : { rows }
  const [row] = twins.rows
  if (row === undefined) throw expiring()
  if (row.verdict === 'no_wallet') throw notPayable()
  if (row.verdict === 'too_many') throw tooMany()
  const opened = { purchaseId: row.id, expiresAt: new Date(row.expires_at), legs: row.legs, reference: row.reference }
  const cents = opened.legs.reduce((sum, leg) => sum + leg.cents, 0)
  if (expectedCents !== null && expectedCents !== cents) throw priceChanged(expectedCents, cents)
  return { ...opened, memo: row.memo }
}

type Row = {
  verdict: 'opened' | 'found' | 'twin' | 'too_many' | 'no_wallet'
  id: string
  expires_at: string
  legs: OrderLeg[]
  reference: string
  memo: string
}

/** 409: the seller cannot be paid on Solana. */
export const notPayable = (): Refusal =>
  new Refusal('seller_not_payable', 'The seller has no proved Solana wallet, so nobody can pay it on Solana.', {
    fix: { action: 'Pay by another rail of purchase.rails of the listing.' },
  })

const expiring = () =>
  new Refusal('unavailable', 'Your pending purchase of this listing is just expiring.', {
    retryAfterS: 2,
    fix: { action: 'Send the request again in two seconds.' },
  })

/** 409: the account has too many purchases that wait for their payment. */
export const tooMany = (): Refusal =>
  new Refusal('too_many_pending', `You have ${MOST_PENDING} purchases on Solana that wait for their payment.`, {
    fix: { action: `Pay one of them, or wait: each expires ${PENDING_MINUTES} minutes after it was opened.` },
  })

const FOUND = `
select p.id, ${isoUtc('o.expires_at')} as expires_at, o.legs, o.reference, o.memo from sale s
cross join lateral (
  select p.id from purchase p where p.buyer_id = s.buyer_id and ${IS_PENDING} and coalesce(p.listing_id = s.listing_id, false)
    and p.currency = s.currency and p.rail = 'solana' and p.resale_offer_id is not distinct from s.resale_offer_id and p.kind = s.kind and p.expires_at > now()
  offset 0
) p
join solana_order o on o.purchase_id = p.id`
const SENT = `sale as materialized (select * from jsonb_populate_record(null::purchase, $1::jsonb))`

const TWIN = `with ${SENT} select 'found' as verdict, f.* from (${FOUND}) f`

const OPEN = `
with ${SENT},
found as materialized (${FOUND}),
wallet as materialized (select u.proved_wallet as address from market_user u join sale s on s.seller_id = u.id where u.proved_wallet is not null),
room as materialized (select ${hasRoomSql('$2::uuid', 'solana')} as is_left),
opened as (
  insert into purchase (id, listing_id, listing_version, seller_id, buyer_id, kind, status, delivery_status, rail, currency, price_cents, fee_bps,
    fee_cents, seller_cents, royalty_bps, royalty_cents, royalty_to, resale_offer_id, license_id, refund_days, resale_allowed, delivery_form,
    content_sha256, delivery_url, expires_at)
  select id, listing_id, listing_version, seller_id, buyer_id, kind, 'pending', 'none', rail, currency, price_cents, fee_bps,
    fee_cents, seller_cents, royalty_bps, royalty_cents, royalty_to, resale_offer_id, license_id, refund_days, resale_allowed, delivery_form,
    content_sha256, delivery_url, now() + interval '${PENDING_MINUTES} minutes'
  from sale where not exists (select from found) and exists (select from wallet) and (select is_left from room)
  on conflict do nothing returning *
),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status) select id, 1, 'opened', 'buyer', status, delivery_status from opened
),
ordered as (
  insert into solana_order (id, purchase_id, currency, legs, reference, memo, expires_at, look_at)
  select o.id, o.id, o.currency, (
      select jsonb_agg(jsonb_build_object('role', l.role, 'wallet', l.wallet, 'cents', l.cents)) from (values
        ('seller', (select address from wallet), o.seller_cents),
        ('royalty', (select u.proved_wallet from market_user u where u.id = o.royalty_to), o.royalty_cents), ('platform', $3::text, o.fee_cents)) as l(role, wallet, cents) where l.cents > 0
    ), $4, $5, o.expires_at, now() + interval '2 seconds' from opened o
  returning *
)
select 'found' as verdict, f.* from found f
union all
select 'opened', o.id, ${isoUtc('o.expires_at')}, o.legs, o.reference, o.memo from ordered o
union all
select case when not exists (select from wallet) then 'no_wallet' when not (select is_left from room) then 'too_many' else 'twin' end, null, null, null, null, null
where not exists (select from found) and not exists (select from ordered)`
