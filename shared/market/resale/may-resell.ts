import type { EntityManager } from '@mikro-orm/sql'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { CardPayment } from '../cards/card-payment.entity.ts'
import type { SeenPurchase } from '../purchases/find-purchase.ts'
import type { Purchase } from '../purchases/purchase.entity.ts'
import { wrapped } from './resale-refusals.ts'

/**
 * When a purchase may be sold on: after its refund window, and after a payment by card may be trusted. Null while it is
 * not delivered.
 */
export async function resaleOpensAt(em: EntityManager, purchase: Purchase): Promise<Date | null> {
  const { id, rail, refundableUntil, deliveredAt } = purchase
  if (!deliveredAt) return null
  const card = rail === 'card' ? await em.findOne(CardPayment, { purchaseId: id, state: 'paid' }) : null
  return new Date(Math.max((refundableUntil ?? deliveredAt).getTime(), card?.holdUntil?.getTime() ?? 0))
}

/**
 * Throws unless the holder of a locked purchase may offer its licence now: 403 for its seller; 409 `purchase_unpaid`,
 * `purchase_refunded`, `purchase_disputed`, `already_resold`, `wrapped`, `resale_not_allowed` and `resale_not_open`.
 */
export async function requireResellable(em: EntityManager, { purchase, role }: SeenPurchase): Promise<void> {
  const { id, status, rail } = purchase
  if (role !== 'buyer')
    throw new Refusal('forbidden', 'The holder of a licence sells it on, not the one who sold it.', {
      fix: { action: 'Offer what you bought.', path: '/api/purchases/user/me' },
    })
  if (status === 'refunded') throw about('purchase_refunded', 'This purchase was refunded: it has no licence to sell.')
  if (status === 'disputed') throw about('purchase_disputed', 'This purchase is disputed; it cannot be sold on now.')
  if (status !== 'paid' && status !== 'partially_refunded')
    throw about('purchase_unpaid', `This purchase is ${status}: nothing was paid.`)
  if (purchase.resoldAs) throw about('already_resold', 'You have sold this licence on; its buyer holds it now.')
  // SQL: who adds wraps answers this in the database, for listing and for sales alike.
  const { rows } = await connectionOf(em).query<{ is_wrapped: boolean; may_be_resold: boolean }>({
    name: 'resale-may',
    text: `select purchase_is_wrapped($1::uuid) as is_wrapped, may_be_resold($1::uuid) as may_be_resold`,
    values: [id],
  })
  if (rows[0]?.is_wrapped === true) throw wrapped()
  if (!purchase.resaleAllowed || rail === 'free')
    throw about(
      'resale_not_allowed',
      rail === 'free' ? 'What was free is not sold on.' : 'The terms of this purchase do not allow its resale.',
    )
  const opensAt = await resaleOpensAt(em, purchase)
  if (opensAt === null || opensAt > new Date())
    throw new Refusal(
      'resale_not_open',
      'This purchase can still be refunded or charged back, so it is not sold yet.',
      {
        fix: {
          action: opensAt === null ? 'Wait until it is delivered.' : `Offer it from ${opensAt.toISOString()} on.`,
        },
        extra: { opens_at: opensAt?.toISOString() ?? null },
      },
    )
  if (rows[0]?.may_be_resold !== true)
    throw about('resale_not_open', 'A payment or a refund of this purchase is not final yet.')
}

const about = (
  code:
    | 'purchase_refunded'
    | 'purchase_disputed'
    | 'purchase_unpaid'
    | 'already_resold'
    | 'resale_not_allowed'
    | 'resale_not_open',
  sentence: string,
): Refusal => new Refusal(code, sentence, { fix: { action: 'Read GET /api/purchases/{purchase_id}.' } })
