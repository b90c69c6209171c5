import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import type { Purchase } from './purchase.entity.ts'
import { type PurchaseChange, type PurchaseParty, transitionFor } from './transitions.rules.ts'

export type Change = {
  event: PurchaseChange
  by: PurchaseParty
  reason?: string | null
  /** Further columns that change with the state. */
  set?: Partial<Pick<Purchase, 'deliveryUrl' | 'deliveredAt' | 'refundableUntil' | 'refundedCents' | 'refundKeyId'>>
}

/**
 * Moves a purchase that the caller's transaction has locked by one row of the table of transitions, and writes its
 * timeline. Throws 409 `conflict` when the table does not allow it.
 */
export async function changePurchase(em: EntityManager, purchase: Purchase, change: Change): Promise<void> {
  const { event, by, reason = null, set = {} } = change
  const transition = transitionFor(purchase, event, by, new Date())
  if (transition === null) throw notAllowed(purchase, event)
  em.assign(purchase, {
    ...set,
    ...(transition.of === 'status' ? { status: transition.to } : { deliveryStatus: transition.to }),
    updatedAt: now,
  })
  await em.flush()
  await notePurchase(em, purchase, { event, by, reason })
}

/** Writes a row of the timeline of a purchase that the caller's transaction has locked. */
export async function notePurchase(
  em: EntityManager,
  { id, status, deliveryStatus }: Pick<Purchase, 'id' | 'status' | 'deliveryStatus'>,
  { event, by, reason = null }: { event: string; by: PurchaseParty; reason?: string | null },
): Promise<void> {
  // SQL: the number follows from the rows that are there.
  await connectionOf(em).query({
    name: 'purchase-note',
    text: NOTE,
    values: [id, event, by, reason, status, deliveryStatus],
  })
}

const notAllowed = ({ status, deliveryStatus }: Purchase, event: string) =>
  new Refusal(
    'conflict',
    `This purchase is ${status} and its delivery ${deliveryStatus}; "${event}" does not follow.`,
    {
      fix: { action: 'Read allowed_actions of the purchase.' },
      extra: { status, delivery_status: deliveryStatus },
    },
  )

const NOTE = `
insert into purchase_event (purchase_id, nth, event, actor, reason, status, delivery_status)
select $1::uuid, coalesce(max(nth), 0) + 1, $2, $3, $4, $5, $6 from purchase_event where purchase_id = $1::uuid`
