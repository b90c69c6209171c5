import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'

import { kindOf, type SaleTerms } from './sale-terms.ts'

/** A sale whose payment comes with it: its terms, who buys, and who pays. */
export type Sale = {
  id: string
  terms: SaleTerms
  buyerId: string | null
  rail: 'free' | 'prepaid' | 'x402'
  payerAccountId?: string | null
  payerNetwork?: string | null
  payerWallet?: string | null
}

/** The JSON of a sale for OPENED_SALE: its columns of `purchase`. */
export const saleRow = (sale: Sale): string =>
  JSON.stringify({
    id: sale.id,
    ...sale.terms,
    buyer_id: sale.buyerId,
    kind: sale.rail === 'free' ? 'free' : kindOf(sale.terms),
    rail: sale.rail,
    delivery_status: sale.terms.delivery_form === 'by_seller' ? 'awaiting' : 'delivered',
    payer_account_id: sale.payerAccountId ?? null,
    payer_network: sale.payerNetwork ?? null,
    payer_wallet: sale.payerWallet ?? null,
  })

/** CTE `sale`: the row of saleRow() in parameter $1. */
export const SENT_SALE = `sale as materialized (select * from jsonb_populate_record(null::purchase, $1::jsonb))`

/**
 * CTEs that write the sales of CTE `source` (columns of `purchase`): the purchase with its timeline. `opened` holds those
 * that were new. A free one counts for no rank, badge or fee tier, which is judged here; the others are judged when they
 * can no longer be refunded.
 */
export const openedPurchase = (source: string): string => `
opened as (
  insert into purchase (id, listing_id, listing_version, seller_id, buyer_id, kind, status, delivery_status, rail, currency, price_cents, fee_bps,
    fee_cents, seller_cents, royalty_bps, royalty_cents, royalty_to, resale_offer_id, license_id, refund_days, resale_allowed, delivery_form,
    content_sha256, delivery_url, payer_account_id, payer_network, payer_wallet, is_counted, counted_at, paid_at, delivered_at, refundable_until)
  select id, listing_id, listing_version, seller_id, buyer_id, kind, 'paid', delivery_status, rail, 'usdc', price_cents, fee_bps,
    fee_cents, seller_cents, royalty_bps, royalty_cents, royalty_to, resale_offer_id, license_id, refund_days, resale_allowed, delivery_form,
    content_sha256, delivery_url, payer_account_id, payer_network, payer_wallet, rail <> 'free', case rail when 'free' then now() end,
    now(), case when delivery_status = 'delivered' then now() end,
    case when delivery_status = 'delivered' then now() + make_interval(days => refund_days) end
  from ${source} on conflict do nothing
  returning id, listing_id, listing_version, seller_id, buyer_id, status, delivery_status, price_cents, fee_cents, seller_cents, royalty_bps,
    royalty_cents, royalty_to, license_id, refund_days, resale_allowed, delivery_form, content_sha256, refundable_until
),
timeline as (
  insert into purchase_event (purchase_id, nth, event, actor, status, delivery_status)
  select id, 1, 'bought', 'buyer', status, 'none' from opened
  union all
  select id, 2, case delivery_status when 'awaiting' then 'delivery_awaited' else 'delivered' end, 'platform', status, delivery_status from opened
)`

/**
 * The CTEs of openedPurchase(), and what the seller is owed under the id of the purchase. What is not delivered yet is owed
 * without a date.
 */
export const openedSale = (source: string): string => `${openedPurchase(source)},
owed as (
  insert into payable (id, purchase_id, source, seller_id, amount, currency, due_at)
  select id, id, 'listing', seller_id, seller_cents::bigint * ${MICRO_USDC_PER_CENT}, 'usdc', refundable_until from opened where seller_cents > 0
)`

/**
 * CTEs that split the price of `opened` sales, which stands on the account of the market: the seller's share, ours, and
 * of a resale the royalty, which its maker is owed from `dueAt` on (SQL, of `opened o`). The accounts of seller and maker
 * have to be there (ensureShareAccounts).
 */
export const splitSale = (dueAt = 'o.refundable_until'): string => `
royalties as (
  insert into payable (id, purchase_id, source, seller_id, amount, currency, due_at)
  select gen_random_uuid(), o.id, 'royalty', o.royalty_to, o.royalty_cents::bigint * ${MICRO_USDC_PER_CENT}, 'usdc', ${dueAt}
  from opened o where o.royalty_cents > 0
),
shares as (
  select o.id, 'market:seller' as reason, a.id as account_id, o.seller_cents::bigint * ${MICRO_USDC_PER_CENT} as amount
  from opened o join account a on a.code = 'seller_payable:' || o.seller_id where o.seller_cents > 0
  union all
  select o.id, 'market:royalty', a.id, o.royalty_cents::bigint * ${MICRO_USDC_PER_CENT}
  from opened o join account a on a.code = 'seller_payable:' || o.royalty_to where o.royalty_cents > 0
  union all
  select o.id, 'market:fee', ${LEDGER.platformFeesMarket}, o.fee_cents::bigint * ${MICRO_USDC_PER_CENT} from opened o where o.fee_cents > 0
),
shared as (
  insert into transfer (kind, call_id, account_id, amount, reason) select 'single', id, account_id, amount, reason from shares
  returning id, account_id, amount
),
shared_entries as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, amount from shared union all select id, ${LEDGER.marketClearing}, -amount from shared
)`
