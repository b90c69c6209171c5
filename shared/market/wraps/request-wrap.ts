import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { fragment } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { Listing } from '../listings/listing.entity.ts'
import { invalidLicense } from '../licenses/use-license.ts'
import { purchaseFault } from '../licenses/judge-license.ts'
import { notePurchase } from '../purchases/change-purchase.ts'
import { type LicensedPurchase, requireLicense } from '../purchases/find-purchase.ts'
import { isWrapped } from './require-unwrapped.ts'
import { LIVE_WRAP, Wrap } from './wrap.entity.ts'

/** How soon settlement-watch looks for a token that was requested. */
const FIRST_LOOK_S = 2

/**
 * Requests that the licence of a locked purchase becomes a token of a wallet, for the account that holds the licence.
 * Returns the wrap (UUID); the same wallet again is the same wrap while its token is not minted. Throws 402 for a purchase
 * that is not paid, 409 `not_delivered_yet`, `license_invalid`, `wrapped`, `resale_active` or `conflict`, and 403 for its
 * seller and a buyer whose licence moved.
 */
export async function requestWrap(
  em: EntityManager,
  seen: LicensedPurchase,
  { userId, wallet }: { userId: string; wallet: string },
): Promise<string> {
  const { purchase, role } = seen
  if (role === 'seller')
    throw new Refusal('forbidden', 'Whoever holds the licence wraps it.', {
      fix: { action: 'Buyers do so at this path.' },
    })
  requireLicense(seen)
  requireValid(seen)
  const live = await em.findOne(Wrap, { purchaseId: purchase.id, ...LIVE_WRAP })
  if (live !== null && (live.state !== 'requested' || live.ownerWallet !== wallet)) throw isWrapped(live.state)
  if (live !== null) return live.id
  await requireNoOffer(em, purchase.id)
  const { title } = await em.findOneOrFail(Listing, purchase.listingId, { fields: ['title'] })
  const id = uuidv7()
  const lookAt = fragment`now() + make_interval(secs => ${FIRST_LOOK_S})`
  await em.insert(Wrap, { id, purchaseId: purchase.id, requestedBy: userId, ownerWallet: wallet, title, lookAt })
  await notePurchase(em, purchase, { event: 'wrap_requested', by: 'buyer' })
  return id
}

function requireValid({ purchase }: LicensedPurchase): void {
  const fault = purchaseFault(purchase)
  if (fault === 'not_paid')
    throw new Refusal('payment_required', `This purchase is ${purchase.status}; nothing was paid.`, {
      fix: { action: 'Pay it, or buy the listing again.' },
    })
  if (fault === 'not_delivered')
    throw new Refusal('not_delivered_yet', 'The seller has not delivered this purchase yet.', {
      fix: { action: 'Wrap it once it is delivered.' },
    })
  if (fault !== null) throw invalidLicense(fault)
  if (purchase.refundAskedAt && purchase.status === 'paid')
    throw new Refusal('conflict', 'A refund of this purchase was asked for: its licence may end.', {
      fix: { action: 'Wait for the answer of its seller.' },
    })
}

/** Throws 409 `resale_active` for a purchase that is offered for resale. */
async function requireNoOffer(em: EntityManager, purchaseId: string): Promise<void> {
  // SQL: a folder of its own, which asks the database about wraps; the database refuses such a wrap as well.
  const offers = await connectionOf(em).query(`select from resale_offer where purchase_id = $1 and state = 'active'`, [
    purchaseId,
  ])
  if (offers.rowCount === 0) return
  throw new Refusal('resale_active', 'This purchase is offered for resale.', {
    fix: { action: 'Cancel the offer first.', method: 'POST', path: '/api/purchases/{purchase_id}/resale/cancel' },
  })
}
