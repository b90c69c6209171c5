import type { Purchase } from './purchase.entity.ts'
import type { PurchaseFacts } from './purchase.view.ts'

/** Whether the buyer may ask for a refund: within the window of a delivered purchase, or while it is not delivered. */
export function mayAskRefund(purchase: Purchase, now: Date): boolean {
  if (purchase.status !== 'paid' || purchase.priceCents === 0 || purchase.refundAskedAt) return false
  if (purchase.deliveryStatus === 'awaiting') return true
  return purchase.refundDays > 0 && purchase.refundableUntil instanceof Date && now < purchase.refundableUntil
}

/** Whether the holder may offer the licence, as far as the purchase says: a card may be trusted later. */
function mayOffer(
  { resaleAllowed, rail, resoldAs, refundableUntil, buyerId }: Purchase,
  isHeld: boolean,
  now: Date,
): boolean {
  if (!isHeld || !resaleAllowed || rail === 'free' || !!resoldAs || !buyerId) return false
  return !(refundableUntil instanceof Date) || refundableUntil <= now
}

/** What the buyer or the seller may do with a purchase now. The names match the verbs of the routes. */
export function allowedActions(
  purchase: Purchase,
  { role, feedback, refundDue, resale }: PurchaseFacts,
  now: Date,
): string[] {
  const isPaid = purchase.status === 'paid' || purchase.status === 'partially_refunded'
  const isDelivered = purchase.deliveryStatus === 'delivered' || purchase.deliveryStatus === 'confirmed'
  if (role === 'seller')
    return [
      ...(isPaid && ['awaiting', 'delivered'].includes(purchase.deliveryStatus) ? ['confirm_delivery'] : []),
      ...(purchase.status === 'paid' && purchase.priceCents > 0 && purchase.kind !== 'resale' && !refundDue
        ? ['refund']
        : []),
      ...(refundDue ? ['sign_refund'] : []),
    ]
  return [
    ...(isPaid && isDelivered && !purchase.resoldAs ? ['read_delivery', 'read_license'] : []),
    ...(mayOffer(purchase, isPaid && isDelivered, now) ? ['list_for_resale'] : []),
    ...(resale === 'listed' ? ['cancel_resale'] : []),
    ...(isPaid && isDelivered && purchase.buyerId && feedback === 'none' ? ['give_feedback'] : []),
    ...(purchase.buyerId && feedback === 'open' ? ['edit_feedback'] : []),
    ...(mayAskRefund(purchase, now) && !refundDue ? ['ask_refund'] : []),
    ...(purchase.buyerId ? [] : ['claim']),
    ...(purchase.status === 'pending' ? ['pay'] : []),
  ]
}
