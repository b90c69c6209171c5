import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'
import type { ClientBase } from 'pg'

import { openedSale, type Sale, saleRow, SENT_SALE, SPLIT_SALE } from './open-sale.ts'
import { ensureSellerAccount } from './seller-account.ts'

/** How a policy of a key names the marketplace in `allow_slugs` and `deny_slugs`. */
export const MARKET_SLUG = 'marketplace'

/** Why a key does not pay a sale. */
export type KeyVerdict =
  | 'invalid_service_key'
  | 'key_revoked'
  | 'trial_not_accepted'
  | 'policy_slug'
  | 'policy_call_ceiling'
  | 'policy_daily_ceiling'
  | 'policy_monthly_ceiling'
  | 'insufficient_balance'

export type PrepaidAnswer =
  | { kind: 'bought'; availableMicroUsdc: bigint }
  | { kind: 'refused'; code: KeyVerdict; availableMicroUsdc: bigint }
  /** The terms of the listing changed since they were read. */
  | { kind: 'changed' }

/**
 * Sells to a prepaid key, in one statement on the locked wallet: decides, takes the price, splits it, and writes the
 * purchase, delivered unless its seller delivers. The spending policy of the key holds as for calls.
 */
export async function buyPrepaid(
  tx: ClientBase,
  sale: Omit<Sale, 'rail'>,
  key: { keyId: string; hmac: Buffer },
): Promise<PrepaidAnswer> {
  await ensureSellerAccount(tx, sale.terms.seller_id)
  // SQL: a decision about money is one statement.
  const { rows } = await tx.query<{ verdict: 'bought' | 'changed' | KeyVerdict; available: string }>({
    name: 'purchase-prepaid',
    text: BUY,
    values: [saleRow({ ...sale, rail: 'prepaid' }), key.keyId, key.hmac],
  })
  const { verdict, available } = rows[0] ?? { verdict: 'changed', available: '0' }
  if (verdict === 'changed') return { kind: verdict }
  const availableMicroUsdc = BigInt(available)
  return verdict === 'bought'
    ? { kind: verdict, availableMicroUsdc }
    : { kind: 'refused', code: verdict, availableMicroUsdc }
}

// `paid` writes what `locked` read: PostgreSQL checks constraints first on the row version of the snapshot.
const BUY = `
with ${SENT_SALE},
key as materialized (select * from service_key where key_id = $2 and hmac = $3::bytea),
locked as materialized (select a.* from account a where a.id = (select account_id from key) for update),
judged as materialized (
  select s.price_cents::bigint * ${MICRO_USDC_PER_CENT} as price, k.account_id, coalesce(a.posted - a.held, 0) as available,
    case
      when k.id is null then 'invalid_service_key'
      when k.status <> 'active' then 'key_revoked'
      when k.kind <> 'prepaid' then 'trial_not_accepted'
      when l.id is null then 'changed'
      when (k.allow_slugs is null or '${MARKET_SLUG}' = any(k.allow_slugs)) is not true or '${MARKET_SLUG}' = any(k.deny_slugs) then 'policy_slug'
      when s.price_cents::bigint * ${MICRO_USDC_PER_CENT} > k.max_per_call then 'policy_call_ceiling'
      when s.price_cents::bigint * ${MICRO_USDC_PER_CENT} > a.posted - a.held then 'insufficient_balance'
      when s.price_cents::bigint * ${MICRO_USDC_PER_CENT}
        > k.daily_limit - case when a.day = (now() at time zone 'utc')::date then a.day_spent else 0 end then 'policy_daily_ceiling'
      when s.price_cents::bigint * ${MICRO_USDC_PER_CENT}
        > k.monthly_limit - case when a.month = date_trunc('month', now() at time zone 'utc')::date then a.month_spent else 0 end then 'policy_monthly_ceiling'
      else 'bought'
    end as verdict
  from sale s left join key k on true left join locked a on true
  left join listing l on l.id = s.listing_id and l.is_shown and l.price_cents = s.price_cents and l.version = s.listing_version and l.listing_type = 'fixed'
),
priced as materialized (
  select s.id, s.listing_id, s.listing_version, s.seller_id, s.buyer_id, s.kind, s.delivery_status, s.rail, s.price_cents, s.fee_bps, s.fee_cents,
    s.seller_cents, s.royalty_bps, s.license_id, s.refund_days, s.resale_allowed, s.delivery_form, s.content_sha256, s.delivery_url,
    j.account_id as payer_account_id, s.payer_network, s.payer_wallet, j.price
  from sale s, judged j where j.verdict = 'bought'
),
paid as (
  update account a set posted = l.posted - p.price, held = l.held,
    day = (now() at time zone 'utc')::date,
    day_spent = case when l.day = (now() at time zone 'utc')::date then l.day_spent else 0 end + p.price,
    month = date_trunc('month', now() at time zone 'utc')::date,
    month_spent = case when l.month = date_trunc('month', now() at time zone 'utc')::date then l.month_spent else 0 end + p.price
  from priced p join locked l on l.id = p.payer_account_id where a.id = l.id
  returning a.posted - a.held as available
),
taken as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', id, payer_account_id, price, 'market:prepaid' from priced returning id, account_id, amount
),
taken_entries as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from taken union all select id, ${LEDGER.marketClearing}, amount from taken
),
${openedSale('priced')},
${SPLIT_SALE}
select j.verdict, coalesce((select available from paid), j.available)::text as available from judged j`
