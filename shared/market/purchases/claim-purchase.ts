import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import { uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { MarketUser } from '../users/market-user.entity.ts'
import { notFound } from '../users/require-owner.ts'
import { notePurchase } from './change-purchase.ts'
import { wrongToken } from './find-purchase.ts'
import { Purchase } from './purchase.entity.ts'

/**
 * Makes an anonymous purchase the actor's. `isProved` decides whether the sender holds its token or its wallet. Claiming
 * one's own purchase again changes nothing. Throws 404 for a purchase of somebody else, 401 without proof, and 403
 * `own_listing` for an account of the seller.
 */
export async function claimPurchase(
  em: EntityManager,
  actor: Actor,
  id: string,
  isProved: (purchase: Purchase) => Promise<boolean>,
): Promise<Purchase> {
  const uuid = uuidOf('pur', id)
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const purchase = uuid === null ? null : await em.findOne(Purchase, uuid, lock)
  if (purchase === null || (purchase.buyerId && purchase.buyerId !== actor.userId)) throw notFound('purchase')
  if (purchase.buyerId === actor.userId) return purchase
  if (!(await isProved(purchase))) throw wrongToken()
  const seller = await em.findOneOrFail(MarketUser, purchase.sellerId, { fields: ['accountId'] })
  if (seller.accountId === actor.accountId)
    throw new Refusal('own_listing', 'This purchase is of a listing of your own account.', {
      fix: { action: 'Claim it with the account of the buyer.' },
    })
  em.assign(purchase, { buyerId: actor.userId, updatedAt: now })
  await em.flush()
  await notePurchase(em, purchase, { event: 'claimed', by: 'buyer' })
  return purchase
}
