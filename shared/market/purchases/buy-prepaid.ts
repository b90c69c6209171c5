import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'
import { type KeyVerdict, paidFromSql, saleVerdictSql, SENT_KEY } from '#shared/money/prepaid/judge-sale.ts'
import type { ClientBase } from 'pg'

import { openedSale, type Sale, saleRow, SENT_SALE, splitSale } from './open-sale.ts'
import { ensureShareAccounts } from './seller-account.ts'

export type PrepaidAnswer =
  | { kind: 'bought'; availableMicroUsdc: bigint }
  | { kind: 'refused'; code: KeyVerdict; availableMicroUsdc: bigint }
  /** The terms of the listing changed since they were read. */
  | { kind: 'changed' }

/**
 * Sells to a prepaid key, in one statement on the locked wallet: decides, takes the price, splits it, and writes the
 * purchase, delivered unless its seller delivers. The spending policy of the key holds as for calls. The offer of a resale
 * has to be locked (lockOffer).
 */
export async function buyPrepaid(
  tx: ClientBase,
  sale: Omit<Sale, 'rail'>,
  key: { keyId: string; hmac: Buffer },
): Promise<PrepaidAnswer> {
  await ensureShareAccounts(tx, sale.terms)
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

const PRICE = `s.price_cents::bigint * ${MICRO_USDC_PER_CENT}`

const BUY = `
with ${SENT_SALE},
${SENT_KEY},
judged as materialized (
  select ${PRICE} as price, k.account_id, coalesce(a.posted - a.held, 0) as available,
    coalesce(${saleVerdictSql(PRICE)}, case when l.id is null and s.resale_offer_id is null then 'changed' else 'bought' end) as verdict
  from sale s left join key k on true left join locked a on true
  left join listing l on l.id = s.listing_id and l.is_shown and l.price_cents = s.price_cents and l.version = s.listing_version and l.listing_type = 'fixed'
),
priced as materialized (
  select s.id, s.listing_id, s.listing_version, s.seller_id, s.buyer_id, s.kind, s.delivery_status, s.rail, s.price_cents, s.fee_bps, s.fee_cents,
    s.seller_cents, s.royalty_bps, s.royalty_cents, s.royalty_to, s.resale_offer_id, s.license_id, s.refund_days, s.resale_allowed, s.delivery_form, s.content_sha256, s.delivery_url,
    j.account_id as payer_account_id, s.payer_network, s.payer_wallet, j.price
  from sale s, judged j where j.verdict = 'bought'
),
${paidFromSql('priced')},
taken as (
  insert into transfer (kind, call_id, account_id, amount, reason)
  select 'single', id, payer_account_id, price, 'market:prepaid' from priced returning id, account_id, amount
),
taken_entries as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, -amount from taken union all select id, ${LEDGER.marketClearing}, amount from taken
),
${openedSale('priced')},
${splitSale()}
select j.verdict, coalesce((select available from paid), j.available)::text as available from judged j`
