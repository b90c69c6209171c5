import type { Purchase } from './purchase.entity.ts'
import type { PurchaseFacts } from './purchase.view.ts'

/** Whether the buyer may ask for a refund: within the window of a delivered purchase, or while it is not delivered. */
export function mayAskRefund(purchase: Purchase, now: Date): boolean {
  if (purchase.status !== 'paid' || purchase.priceCents === 0 || purchase.refundAskedAt) return false
  if (purchase.deliveryStatus === 'awaiting') return true
  return purchase.refundDays > 0 && purchase.refundableUntil instanceof Date && now < purchase.refundableUntil
}

/** What the buyer or the seller may do with a purchase now. The names match the verbs of the routes. */
export function allowedActions(purchase: Purchase, { role, feedback, refundDue }: PurchaseFacts, now: Date): string[] {
  const isPaid = purchase.status === 'paid' || purchase.status === 'partially_refunded'
  const isDelivered = purchase.deliveryStatus === 'delivered' || purchase.deliveryStatus === 'confirmed'
  if (role === 'seller')
    return [
      ...(isPaid && ['awaiting', 'delivered'].includes(purchase.deliveryStatus) ? ['confirm_delivery'] : []),
      ...(purchase.status === 'paid' && purchase.priceCents > 0 && !refundDue ? ['refund'] : []),
      ...(refundDue ? ['sign_refund'] : []),
    ]
  return [
    ...(isPaid && isDelivered ? ['read_delivery', 'read_license'] : []),
    ...(isPaid && isDelivered && purchase.buyerId && feedback === 'none' ? ['give_feedback'] : []),
    ...(purchase.buyerId && feedback === 'open' ? ['edit_feedback'] : []),
    ...(mayAskRefund(purchase, now) && !refundDue ? ['ask_refund'] : []),
    ...(purchase.buyerId ? [] : ['claim']),
    ...(purchase.status === 'pending' ? ['pay'] : []),
  ]
}
