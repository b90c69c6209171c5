import type { PurchaseChange, PurchaseState } from '../purchases/transitions.rules.ts'
import { type CardSnapshot, disputedCentsOf, isOpenDispute } from './card-snapshot.ts'

/** Why a payment at the processor is not the one that was agreed; null when it is. `named` is the public id of what it pays. */
export function differenceOf(
  snapshot: CardSnapshot,
  agreed: { named: string; amountCents: number; isLive: boolean },
): string | null {
  if (snapshot.isLive !== agreed.isLive) return 'livemode_differs'
  if (snapshot.purchaseId !== agreed.named) return 'purchase_differs'
  if (snapshot.currency !== 'usd') return 'currency_differs'
  if (snapshot.amountCents !== agreed.amountCents) return 'amount_differs'
  if (snapshot.status === 'succeeded' && snapshot.receivedCents !== agreed.amountCents) return 'received_differs'
  return null
}

/** One change of a purchase by card, with what is given back in all after it. */
export type CardChange = { event: PurchaseChange; refundedCents: number }
type Sale = { status: PurchaseState; priceCents: number; refundedCents: number }

/**
 * The changes that lead a paid purchase to what the processor says, in order. What was given back once is not taken back
 * again: a refund that fails later is for an operator.
 */
export function changesOf({ status, priceCents, refundedCents: before }: Sale, snapshot: CardSnapshot): CardChange[] {
  const refunded = Math.max(before, Math.min(priceCents, snapshot.refundedCents))
  const isOpen = snapshot.disputes.some(isOpenDispute)
  const lost = isOpen ? 0 : disputedCentsOf(snapshot)
  const back = Math.max(before, Math.min(priceCents, snapshot.refundedCents + lost))
  if (status === 'refunded' || (status === 'disputed' && isOpen)) return []
  if (isOpen) return [{ event: 'disputed', refundedCents: refunded }]
  if (status !== 'disputed' && back === before) return []
  if (lost > 0) {
    const opened: CardChange[] = status === 'disputed' ? [] : [{ event: 'disputed', refundedCents: refunded }]
    return [...opened, { event: back === priceCents ? 'dispute_lost' : 'dispute_lost_in_part', refundedCents: back }]
  }
  if (back === priceCents) return [{ event: 'refunded', refundedCents: back }]
  if (status !== 'disputed') return [{ event: 'partially_refunded', refundedCents: back }]
  return [{ event: back > 0 ? 'dispute_won_after_refund' : 'dispute_won', refundedCents: back }]
}
