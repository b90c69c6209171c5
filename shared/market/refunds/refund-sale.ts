import { LEDGER } from '#shared/calls/ledger-accounts.ts'
import { MICRO_USDC_PER_CENT } from '#shared/lib/micro-usdc.ts'
import { newCredentialId } from '#shared/money/credential-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { askCardRefund } from '../cards/ask-card-refund.ts'
import { changePurchase } from '../purchases/change-purchase.ts'
import type { Purchase } from '../purchases/purchase.entity.ts'
import { promisedRefunds } from '../cards/promised-refunds.ts'
import { refundOnSolana } from './refund-on-solana.ts'
import { sellerPayableCode } from '../purchases/seller-account.ts'

/**
 * Gives back the whole price of a locked purchase. One on Solana goes back to the wallet that paid (refundOnSolana); one by
 * card is asked for and made by its processor (askCardRefund); by
 * prepaid key or x402 to the key that paid, or as a new prepaid key where there is none (any more). The seller's payable is canceled in the statement that moves the money; one that is in
 * a payout becomes a debt. A seller may refund only what is covered by this very payable, if it is not paid out, and by
 * others that are due, less debts (409 `refund_not_covered`): what may still be refunded itself covers nothing. The royalty
 * of a resale is taken back from its maker while it is not in a payout; after that the seller bears it.
 */
export async function refundSale(
  em: EntityManager,
  mint: CredentialMint,
  purchase: Purchase,
  { by, reason = null }: { by: 'seller' | 'operator' | 'platform'; reason?: string | null },
): Promise<void> {
  if (purchase.rail === 'card') return askCardRefund(em, purchase, { by, reason })
  if (purchase.rail === 'solana') {
    await refundOnSolana(em, purchase, { by, reason })
    return
  }
  if (purchase.rail !== 'prepaid' && purchase.rail !== 'x402')
    throw new Refusal('conflict', `A purchase by ${purchase.rail} has nothing to give back here.`)
  const tx = connectionOf(em)
  const codes = [purchase.sellerId, purchase.royaltyTo].flatMap((id) => (id ? [sellerPayableCode(id)] : []))
  // SQL: refunds and payouts of one seller wait for each other, so that no payable covers two of them.
  await tx.query(`select from account where code = any($1::text[]) order by id for update`, [codes])
  const keyId = newCredentialId()
  const key = mint.issue('sk', keyId)
  // SQL: a decision about money is one statement.
  const { rows } = await tx.query<{ verdict: 'refunded' | 'refund_not_covered'; key_id: string | null }>({
    name: 'purchase-refund',
    text: REFUND,
    values: [purchase.id, by !== 'seller', uuidv7(), keyId, mint.fingerprint(key), key.slice(-4), uuidv7()],
  })
  const [row] = rows
  if (row?.verdict === 'refund_not_covered')
    throw new Refusal(
      'refund_not_covered',
      'What you are owed, and can no longer be refunded, does not cover this refund.',
      {
        fix: { action: 'Ask again when further sales cover it, or ask the operator.' },
      },
    )
  const set = { refundedCents: purchase.priceCents, refundKeyId: row?.key_id ?? null }
  await changePurchase(em, purchase, { event: 'refunded', by, reason, set })
}

const REFUND = `
with sale as materialized (select * from purchase where id = $1::uuid and status = 'paid'),
shares as materialized (select * from payable where purchase_id = $1::uuid and amount > 0 for update),
share as materialized (select * from shares where source = 'listing'),
royalty as materialized (select * from shares where source = 'royalty'),
judged as materialized (
  select s.*, s.price_cents::bigint * ${MICRO_USDC_PER_CENT} as price,
    case
      when $2::bool then 'refunded'
      when (select coalesce(sum(p.amount), 0) from payable p where p.seller_id = s.seller_id and p.currency = 'usdc' and p.state in ('waiting', 'due')
          and (p.amount < 0 or p.due_at <= now() or p.id in (select id from share)))
        >= (select coalesce(sum(amount), 0) from share) + ${promisedRefunds('s.seller_id', 's.id')} then 'refunded'
      else 'refund_not_covered'
    end as verdict
  from sale s
),
back as materialized (select * from judged where verdict = 'refunded'),
canceled as (
  update payable p set state = 'canceled' from back, shares s where p.id = s.id and s.state in ('waiting', 'due')
),
debt as (
  insert into payable (id, purchase_id, source, seller_id, amount, currency, due_at, state)
  select $7::uuid, b.id, 'listing', b.seller_id, -d.amount, 'usdc', now(), 'due'
  from back b, (select sum(amount) as amount from shares where state in ('in_payout', 'paid')) d where d.amount > 0
),
known as materialized (
  select a.id, a.posted, a.held from account a
  where a.id = (select payer_account_id from back) and exists (select from service_key k where k.account_id = a.id and k.status = 'active') for update
),
paid_back as (
  update account a set posted = k.posted + b.price, held = k.held from known k, back b where a.id = k.id
),
wallet as (
  insert into account (code, kind, posted, granted)
  select 'wallet:' || $4::text, 'wallet', price, price from back where not exists (select from known) returning id
),
key as (
  insert into service_key (id, key_id, kind, account_id, hmac, last4)
  select $3::uuid, $4::text, 'prepaid', id, $5::bytea, $6::text from wallet returning key_id
),
legs as materialized (
  select 'market:refund-seller' as reason, (select a.id from account a where a.code = 'seller_payable:' || b.seller_id) as from_id,
    ${LEDGER.marketClearing}::bigint as to_id, 
    b.seller_cents::bigint * ${MICRO_USDC_PER_CENT} + coalesce((select amount from royalty where state in ('in_payout', 'paid')), 0) as amount
  from back b where b.seller_cents > 0
  union all
  select 'market:refund-royalty', (select a.id from account a where a.code = 'seller_payable:' || r.seller_id), ${LEDGER.marketClearing}, r.amount
  from back b, royalty r where r.state in ('waiting', 'due')
  union all
  select 'market:refund-fee', ${LEDGER.platformFeesMarket}, ${LEDGER.marketClearing}, b.fee_cents::bigint * ${MICRO_USDC_PER_CENT} from back b where b.fee_cents > 0
  union all
  select 'market:refund', ${LEDGER.marketClearing}, coalesce((select id from known), (select id from wallet)), b.price from back b
),
moved as (
  insert into transfer (kind, call_id, account_id, amount, reason) select 'single', $1::uuid, to_id, amount, reason from legs
  returning id, account_id, amount, reason
),
sides as (
  insert into entry (transfer_id, account_id, amount)
  select id, account_id, amount from moved union all select m.id, l.from_id, -m.amount from moved m join legs l on l.reason = m.reason
)
select verdict, (select key_id from key) as key_id from judged`
