import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import { Payable } from '../payables/payable.entity.ts'
import { mayAskRefund } from '../purchases/allowed-actions.ts'
import { notePurchase } from '../purchases/change-purchase.ts'
import type { Purchase } from '../purchases/purchase.entity.ts'
import { requireUnwrapped } from '../wraps/require-unwrapped.ts'

/** Days for which the seller's share of a purchase waits when its buyer asks for a refund. */
const ANSWER_DAYS = 5

/**
 * Notes that the buyer of a locked purchase asks for its price back, and keeps the seller's share from being paid out for
 * ANSWER_DAYS. Asking again changes nothing. Throws 409 `refund_window_over` when the buyer may not (any more), and as
 * requireUnwrapped does.
 */
export async function askRefund(em: EntityManager, purchase: Purchase, reason: string | null): Promise<void> {
  if (purchase.refundAskedAt || purchase.status === 'refunded') return
  if (!mayAskRefund(purchase, new Date()))
    throw new Refusal('refund_window_over', 'This purchase has no refund window, or it is over.', {
      fix: { action: 'Read refundable_until of the purchase; ask its seller.' },
      extra: { refundable_until: purchase.refundableUntil?.toISOString() ?? null, status: purchase.status },
    })
  await requireUnwrapped(em, purchase)
  em.assign(purchase, { refundAskedAt: now, refundReason: reason, updatedAt: now })
  await em.flush()
  await notePurchase(em, purchase, { event: 'refund_asked', by: 'buyer', reason })
  await em.nativeUpdate(
    Payable,
    { purchaseId: purchase.id, state: 'waiting', dueAt: { $ne: null } },
    { dueAt: fragment`greatest(due_at, now() + make_interval(days => ${ANSWER_DAYS}))` },
  )
}
