import type { Purchase } from './purchase.entity.ts'
import { NO_WRAP } from '../wraps/wraps-of.ts'
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

/** Whether the licence of a purchase is that of whoever sees it in this role. */
export const holdsLicense = ({ buyerId, resoldAs }: Purchase, { role, wrap = NO_WRAP }: PurchaseFacts): boolean =>
  !resoldAs && (role === 'holder' || (role === 'buyer' && (wrap.holderId === null || wrap.holderId === buyerId)))

/** What the buyer, the seller or the holder of the licence may do with a purchase now. The names match the verbs of the routes. */
export function allowedActions(purchase: Purchase, facts: PurchaseFacts, now: Date): string[] {
  const { role, feedback, refundDue, resale, wrap = NO_WRAP } = facts
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
  const holds = holdsLicense(purchase, facts)
  const isLive = wrap.state === 'minting' || wrap.state === 'wrapped'
  const license = [
    ...(isPaid && isDelivered && holds ? ['read_delivery', 'read_license'] : []),
    ...(isPaid && isDelivered && holds && purchase.buyerId && !isLive && !purchase.refundAskedAt && resale !== 'listed'
      ? ['request_wrap']
      : []),
    ...(wrap.state === 'wrapped' ? [holds ? 'unwrap' : 'claim_wrap'] : []),
  ]
  if (role === 'holder') return license
  return [
    ...license,
    ...(mayOffer(purchase, isPaid && isDelivered && holds && !isLive && wrap.state !== 'requested', now)
      ? ['list_for_resale']
      : []),
    ...(resale === 'listed' ? ['cancel_resale'] : []),
    ...(isPaid && isDelivered && purchase.buyerId && feedback === 'none' ? ['give_feedback'] : []),
    ...(purchase.buyerId && feedback === 'open' ? ['edit_feedback'] : []),
    ...(mayAskRefund(purchase, now) && !refundDue && holds && !isLive && wrap.state !== 'requested'
      ? ['ask_refund']
      : []),
    ...(purchase.buyerId ? [] : ['claim']),
    ...(purchase.status === 'pending' ? ['pay'] : []),
  ]
}
