import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { notePurchase } from '../purchases/change-purchase.ts'
import type { Purchase } from '../purchases/purchase.entity.ts'
import { promisedRefunds } from './promised-refunds.ts'
import { sellerPayableCode } from '../purchases/seller-account.ts'

/**
 * Asks for a refund of a locked purchase by card: of `cents`, or of all that is left. settlement-watch makes it, and the
 * purchase changes once the processor says so. A seller refunds only what is covered, as in refundSale. Asking again while
 * one is under way changes nothing. Throws 409 `conflict` and `refund_not_covered`.
 */
export async function askCardRefund(
  em: EntityManager,
  purchase: Purchase,
  {
    by,
    reason = null,
    cents = null,
  }: { by: 'seller' | 'operator' | 'platform'; reason?: string | null; cents?: number | null },
): Promise<void> {
  const tx = connectionOf(em)
  // SQL: refunds and payouts of one seller wait for each other, so that no payable covers two of them.
  await tx.query(`select from account where code = $1 for update`, [sellerPayableCode(purchase.sellerId)])
  // SQL: a decision about money is one statement.
  const { rows } = await tx.query<{ verdict: 'asked' | 'under_way' | 'nothing_left' | 'refund_not_covered' }>({
    name: 'card-refund-ask',
    text: ASK,
    values: [purchase.id, uuidv7(), cents, by, reason],
  })
  const verdict = rows[0]?.verdict ?? 'nothing_left'
  if (verdict === 'asked') await notePurchase(em, purchase, { event: 'card_refund_asked', by, reason })
  if (verdict === 'nothing_left')
    throw new Refusal('conflict', 'There is not so much left of this payment to give back.', {
      fix: { action: 'Read refund.refunded_cents of the purchase.' },
      extra: { status: purchase.status, refunded_cents: purchase.refundedCents },
    })
  if (verdict === 'refund_not_covered')
    throw new Refusal(
      'refund_not_covered',
      'What you are owed, and can no longer be refunded, does not cover this refund.',
      { fix: { action: 'Ask again when further sales cover it, or ask the operator.' } },
    )
}

const ASK = `
with payment as materialized (
  select c.*, coalesce($3::int, c.received_cents - c.refunded_cents) as wanted from card_payment c where c.purchase_id = $1::uuid and c.state = 'paid' for update
),
share as materialized (select id, amount from payable where purchase_id = $1::uuid and state in ('waiting', 'due')),
judged as materialized (
  select y.*, case
      when exists (select from card_refund r where r.purchase_id = y.purchase_id and r.state = 'asked') then 'under_way'
      when y.wanted < 1 or y.wanted > y.received_cents - y.refunded_cents - y.disputed_cents or p.status not in ('paid', 'partially_refunded') then 'nothing_left'
      when $4::text <> 'seller' then 'asked'
      when (select coalesce(sum(o.amount), 0) from payable o where o.seller_id = p.seller_id and o.currency = 'usdc' and o.state in ('waiting', 'due')
          and (o.amount < 0 or o.due_at <= now() or o.id in (select id from share)))
        >= (select coalesce(sum(amount), 0) from payable where purchase_id = $1::uuid and state <> 'canceled') + ${promisedRefunds('p.seller_id', 'p.id')} then 'asked'
      else 'refund_not_covered'
    end as verdict
  from payment y join purchase p on p.id = y.purchase_id
),
asked as (
  insert into card_refund (id, purchase_id, amount_cents, asked_by, reason)
  select $2::uuid, purchase_id, wanted, $4, $5 from judged where verdict = 'asked' on conflict do nothing
)
select verdict from judged`
