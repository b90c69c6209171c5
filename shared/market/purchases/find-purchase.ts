import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { timingSafeEqual } from 'node:crypto'

import { uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { Purchase } from './purchase.entity.ts'

/** Who asks for a purchase: an account, or whoever holds the token of an anonymous one. */
export type Asker = { actor: Actor | null; token: string | undefined; tokenOf: (purchaseId: string) => string }
export type SeenPurchase = { purchase: Purchase; role: 'buyer' | 'seller' }

/**
 * Finds the purchase of a path id for its buyer, its seller, or the holder of its token. `locked` locks its row until
 * the end of the transaction. Throws 404 when there is none for this account, and 401 for a token that is not of this
 * purchase, or no longer: once an account has claimed it, the token reads nothing.
 */
export async function findPurchase(em: EntityManager, asker: Asker, id: string, locked = false): Promise<SeenPurchase> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  return admit(asker, id, (uuid) => em.findOne(Purchase, uuid, locked ? lock : {}))
}

/** Reads the purchase of a path id by `read`, for those whom findPurchase admits. Throws as it does. */
export async function admit(
  { actor, token, tokenOf }: Asker,
  id: string,
  read: (uuid: string) => Promise<Purchase | null>,
): Promise<SeenPurchase> {
  const uuid = uuidOf('pur', id)
  const isHolder = uuid !== null && token !== undefined && isEqual(token, tokenOf(uuid))
  if (!isHolder && token !== undefined && actor === null) throw wrongToken()
  const purchase = uuid === null ? null : await read(uuid)
  if (purchase !== null && actor !== null && purchase.sellerId === actor.userId) return { purchase, role: 'seller' }
  if (purchase !== null && actor !== null && purchase.buyerId === actor.userId) return { purchase, role: 'buyer' }
  if (purchase !== null && isHolder && !purchase.buyerId) return { purchase, role: 'buyer' }
  if (isHolder && purchase?.buyerId) throw wrongToken()
  throw notFound('purchase')
}

/** Whether a token is that of the purchase; in constant time. */
export function isEqual(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent.trim()), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** 401 for a purchase token that is not of this purchase. */
export const wrongToken = (): Refusal =>
  new Refusal(
    'invalid_purchase_token',
    'X-Purchase-Token is not the token of this purchase, or an account has claimed it.',
    {
      fix: { action: 'Send the purchase_token that came with it, or the credential of the account that claimed it.' },
    },
  )
