import { isoUtc } from '#shared/db/iso-utc.ts'

import { NO_WRAP, type WrapFacts } from '../wraps/wraps-of.ts'
import { mayEditFeedback } from './feedback-window.ts'
import type { DueRefund, PurchaseFacts } from './purchase.view.ts'
import type { PurchaseEvent } from './purchase-event.entity.ts'

type Event = Pick<PurchaseEvent, 'event' | 'actor' | 'reason'> & { at: string }
type Due = Pick<DueRefund, 'currency' | 'wallet' | 'payoutId' | 'reason'> &
  Record<'sellerAmount' | 'platformAmount' | 'createdAt' | 'stopsSalesAt', string>

/** What FACTS reads: times are ISO 8601, amounts are decimal strings. */
export type FactsRow = {
  title: string | null
  feedback: string | null
  resale: 'listed' | 'sold' | 'canceled' | 'expired' | null
  wrap: WrapFacts | null
  due: Due | null
  transaction: string | null
  timeline: Event[]
}

/** What the view of a purchase shows beside its row, from what FACTS read. */
export function factsOf({ feedback, resale, wrap, due, timeline, ...row }: FactsRow): Omit<PurchaseFacts, 'role'> {
  return {
    ...row,
    feedback: feedback === null ? 'none' : mayEditFeedback(new Date(feedback), new Date()) ? 'open' : 'closed',
    resale: resale ?? undefined,
    wrap: wrap ?? NO_WRAP,
    refundDue: due === null ? null : dueOf(due),
    timeline: timeline.map((event) => ({ ...event, at: new Date(event.at) })),
  }
}

const dueOf = ({ sellerAmount, platformAmount, createdAt, stopsSalesAt, ...due }: Due): DueRefund => ({
  ...due,
  sellerAmount: BigInt(sellerAmount),
  platformAmount: BigInt(platformAmount),
  createdAt: new Date(createdAt),
  stopsSalesAt: new Date(stopsSalesAt),
})

/**
 * SQL: what the view of a purchase (alias `p`) shows beside its row, as one value: the title of its listing, since when it
 * has feedback, what became of the last offer of its licence, its newest wrap with who holds the licence, the first refund
 * on Solana that waits for its seller, the transaction that paid it, and its timeline.
 */
export const FACTS = `jsonb_build_object(
  'title', (select l.title from listing l where l.id = p.listing_id),
  'feedback', (select ${isoUtc('f.created_at')} from feedback f where f.purchase_id = p.id),
  'resale', case when p.resale_allowed then (
    select case when o.state <> 'active' then o.state when o.expires_at <= now() then 'expired' else 'listed' end
    from resale_offer o where o.purchase_id = p.id order by o.id desc limit 1) end,
  'wrap', (
    select jsonb_build_object('state', w.state, 'holderId', (select h.user_id from license_holder h where h.purchase_id = p.id))
    from wrap w where w.purchase_id = p.id order by w.created_at desc, w.id desc limit 1),
  'due', case when p.rail = 'solana' then (
    select jsonb_build_object('currency', r.currency, 'wallet', r.wallet, 'payoutId', r.payout_id, 'reason', r.reason,
      'sellerAmount', r.seller_amount::text, 'platformAmount', r.platform_amount::text,
      'createdAt', ${isoUtc('r.created_at')}, 'stopsSalesAt', ${isoUtc('r.stops_sales_at')})
    from solana_refund r where r.purchase_id = p.id and r.settled_at is null order by r.created_at limit 1) end,
  'transaction', case p.rail
    when 'solana' then (
      select y.signature from solana_order o join solana_payment y on y.order_id = o.id
      where o.purchase_id = p.id and y.verdict = 'pays' and y.state <> 'gone' limit 1)
    when 'x402' then (select x.transaction from payment_proof x where x.call_id = p.id) end,
  'timeline', (
    select coalesce(jsonb_agg(jsonb_build_object('at', ${isoUtc('e.at')}, 'event', e.event, 'actor', e.actor, 'reason', e.reason) order by e.nth), '[]')
    from purchase_event e where e.purchase_id = p.id))`
