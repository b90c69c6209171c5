import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { refundPayment } from './refund-payment.ts'
import type { Purchase } from '../purchases/purchase.entity.ts'

/**
 * Gives back the payment that paid a locked purchase on Solana. The purchase is refunded at once when the seller's
 * payables cover the seller's part; otherwise the refund is due until the seller has signed for it. Throws 409
 * `conflict` while the payment is not final.
 */
export async function refundOnSolana(
  em: EntityManager,
  purchase: Purchase,
  { by, reason }: { by: 'seller' | 'operator' | 'platform'; reason: string | null },
): Promise<void> {
  // SQL: of all payments of the purchase, the one that stands.
  const { rows } = await connectionOf(em).query<{ id: string }>({
    name: 'solana-payment-standing',
    text: STANDING,
    values: [purchase.id],
  })
  const [payment] = rows
  const isGiven = payment !== undefined && (await refundPayment(em, { paymentId: payment.id, by, reason }))
  if (!isGiven)
    throw new Refusal('conflict', 'The payment of this purchase is not final on Solana yet.', {
      retryAfterS: 30,
      fix: { action: 'Send the request again in half a minute.' },
    })
  await em.refresh(purchase)
}

const STANDING = `
select y.id from solana_payment y join solana_order o on o.id = y.order_id
where o.purchase_id = $1 and y.verdict = 'pays' and y.state <> 'gone'`
