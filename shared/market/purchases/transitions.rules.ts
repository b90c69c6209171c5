import type { DELIVERY_STATES, Purchase, PURCHASE_STATES } from './purchase.entity.ts'

export type PurchaseState = (typeof PURCHASE_STATES)[number]
export type DeliveryState = (typeof DELIVERY_STATES)[number]
/** Who changes a purchase. `platform` is this service: verified payments, housekeeping, the rules themselves. */
export type PurchaseParty = 'buyer' | 'seller' | 'platform' | 'operator'

/** What guards read of a purchase. */
export type GuardedPurchase = Pick<Purchase, 'status' | 'deliveryStatus' | 'expiresAt'>
type Guard = (purchase: GuardedPurchase, now: Date) => boolean

/** One row of the table. `when` says in words what has to hold besides the state, and `guard` checks it where it can. */
export type Transition =
  | {
      event: string
      of: 'status'
      from: readonly PurchaseState[]
      to: PurchaseState
      by: readonly PurchaseParty[]
      when: string
      guard?: Guard
    }
  | {
      event: string
      of: 'delivery'
      from: readonly DeliveryState[]
      to: DeliveryState
      by: readonly PurchaseParty[]
      when: string
      guard?: Guard
    }

const isPaid: Guard = ({ status }) => status === 'paid' || status === 'partially_refunded'

/**
 * Every change of a purchase. A purchase opens as `pending` (event `opened`), or as `paid` (event `bought`) where the
 * payment comes first: free, prepaid and x402. The database refuses every other change of state; a test compares.
 */
export const TRANSITIONS = [
  status('paid', ['pending', 'failed', 'expired'], 'paid', ['platform'], 'its payment was verified'),
  status('payment_failed', ['pending'], 'failed', ['platform'], 'its payment was declined'),
  status('payment_gone', ['paid'], 'failed', ['platform'], 'the final chain does not have its payment'),
  status('payment_retried', ['failed'], 'pending', ['buyer'], 'the buyer asks for a payment again'),
  status('expired', ['pending'], 'expired', ['platform'], 'its time to pay is over', isOverdue),
  status('canceled', ['pending'], 'canceled', ['buyer', 'platform'], 'nothing was paid'),
  status(
    'refunded',
    ['paid', 'partially_refunded', 'disputed'],
    'refunded',
    ['seller', 'operator', 'platform'],
    'all of its price goes back',
  ),
  status(
    'partially_refunded',
    ['paid', 'partially_refunded'],
    'partially_refunded',
    ['seller', 'operator', 'platform'],
    'a part of its price goes back, or a further one',
  ),
  status('disputed', ['paid', 'partially_refunded'], 'disputed', ['platform'], "the buyer's bank took the money back"),
  status('dispute_won', ['disputed'], 'paid', ['platform'], 'the bank gave the money back'),
  status(
    'dispute_won_after_refund',
    ['disputed'],
    'partially_refunded',
    ['platform'],
    'the same, after a part was refunded',
  ),
  status('dispute_lost', ['disputed'], 'refunded', ['platform', 'operator'], 'the bank keeps the money'),
  status(
    'dispute_lost_in_part',
    ['disputed'],
    'partially_refunded',
    ['platform', 'operator'],
    'the bank keeps a part of the money',
  ),
  delivery('delivery_awaited', ['none'], 'awaiting', ['platform'], 'it is paid, and its seller delivers it', isPaid),
  delivery('delivered', ['none', 'awaiting'], 'delivered', ['platform'], 'it is paid, and we deliver it', isPaid),
  delivery(
    'delivery_confirmed',
    ['awaiting', 'delivered'],
    'confirmed',
    ['seller'],
    'the seller named where it is',
    isPaid,
  ),
  delivery(
    'delivery_failed',
    ['awaiting'],
    'failed',
    ['seller', 'platform', 'operator'],
    'its seller did not deliver it',
    isPaid,
  ),
] as const satisfies readonly Transition[]

export type PurchaseChange = (typeof TRANSITIONS)[number]['event']

function isOverdue({ expiresAt }: GuardedPurchase, now: Date): boolean {
  return expiresAt instanceof Date && expiresAt <= now
}

function status<Event extends string>(
  event: Event,
  from: readonly PurchaseState[],
  to: PurchaseState,
  by: readonly PurchaseParty[],
  when: string,
  guard?: Guard,
) {
  return { event, of: 'status', from, to, by, when, ...(guard === undefined ? {} : { guard }) } as const
}

function delivery<Event extends string>(
  event: Event,
  from: readonly DeliveryState[],
  to: DeliveryState,
  by: readonly PurchaseParty[],
  when: string,
  guard?: Guard,
) {
  return { event, of: 'delivery', from, to, by, when, ...(guard === undefined ? {} : { guard }) } as const
}

/** The transition of an event that the party may make now; null when it may not. */
export function transitionFor(
  purchase: GuardedPurchase,
  event: PurchaseChange,
  by: PurchaseParty,
  now: Date,
): Transition | null {
  const row: Transition | undefined = TRANSITIONS.find((one) => one.event === event)
  if (row === undefined || !row.by.includes(by)) return null
  const fits = row.of === 'status' ? row.from.includes(purchase.status) : row.from.includes(purchase.deliveryStatus)
  return fits && row.guard?.(purchase, now) !== false ? row : null
}
