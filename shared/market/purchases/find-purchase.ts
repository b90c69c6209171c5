import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { timingSafeEqual } from 'node:crypto'

import { uuidOf } from '../public-id.ts'
import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { LicenseHolder } from '../wraps/license-holder.entity.ts'
import { Purchase } from './purchase.entity.ts'

/** Who asks for a purchase: an account, or whoever holds the token of an anonymous one. */
export type Asker = { actor: Actor | null; token: string | undefined; tokenOf: (purchaseId: string) => string }
export type SeenPurchase = { purchase: Purchase; role: 'buyer' | 'seller' }
/** What decides who may see a purchase. */
type Parties = Pick<Purchase, 'sellerId' | 'buyerId'>
/** A purchase with the account (UUID) to which its licence moved; null while its buyer holds it. */
type Found<Seen extends Parties> = { purchase: Seen; holderId: string | null }
/** A purchase as whoever may see it does: its buyer, its seller, or the account that claimed its licence with the token. */
export type LicensedPurchase<Seen extends Parties = Purchase> = {
  purchase: Seen
  role: 'buyer' | 'seller' | 'holder'
  /** Whether the licence is theirs: of the buyer until it moved, then of the holder. */
  holds: boolean
}

/**
 * Finds the purchase of a path id for its buyer, its seller, or the holder of its token. `locked` locks its row until
 * the end of the transaction. Throws 404 when there is none for this account, and 401 for a token that is not of this
 * purchase, or no longer: once an account has claimed it, the token reads nothing.
 */
export async function findPurchase(em: EntityManager, asker: Asker, id: string, locked = false): Promise<SeenPurchase> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const { purchase, role } = await admit(asker, id, async (uuid) => {
    const found = await em.findOne(Purchase, uuid, locked ? lock : {})
    return found === null ? null : { purchase: found, holderId: null }
  })
  return { purchase, role: role === 'seller' ? 'seller' : 'buyer' }
}

/**
 * Finds the purchase of a path id for those whom findPurchase admits, and for the account to which its licence moved with
 * the token that wraps it. Throws as findPurchase does.
 */
export function findLicensed(em: EntityManager, asker: Asker, id: string, locked = false): Promise<LicensedPurchase> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  return admit(asker, id, async (uuid) => {
    const purchase = await em.findOne(Purchase, uuid, locked ? lock : {})
    if (purchase === null) return null
    // Read after the purchase, whose lock a claim takes too.
    const holder = await em.findOne(LicenseHolder, { purchaseId: uuid }, { refresh: true })
    return { purchase, holderId: holder?.userId ?? null }
  })
}

/** Reads the purchase of a path id by `read`, for those whom findLicensed admits. Throws as it does. */
export async function admit<Seen extends Parties>(
  { actor, token, tokenOf }: Asker,
  id: string,
  read: (uuid: string) => Promise<Found<Seen> | null>,
): Promise<LicensedPurchase<Seen>> {
  const uuid = uuidOf('pur', id)
  const isHolder = uuid !== null && token !== undefined && isEqual(token, tokenOf(uuid))
  if (!isHolder && token !== undefined && actor === null) throw wrongToken()
  const { purchase, holderId } = (uuid === null ? null : await read(uuid)) ?? { purchase: null, holderId: null }
  if (purchase === null) throw notFound('purchase')
  if (actor !== null && purchase.sellerId === actor.userId) return { purchase, role: 'seller', holds: false }
  if (actor !== null && purchase.buyerId === actor.userId)
    return { purchase, role: 'buyer', holds: holderId === null || holderId === actor.userId }
  if (actor !== null && holderId === actor.userId) return { purchase, role: 'holder', holds: true }
  if (isHolder && !purchase.buyerId) return { purchase, role: 'buyer', holds: true }
  if (isHolder) throw wrongToken()
  throw notFound('purchase')
}

/** Throws 403 `license_moved` for the buyer of a purchase whose licence moved away with its token. */
export function requireLicense({ role, holds }: Pick<LicensedPurchase, 'role' | 'holds'>): void {
  if (role !== 'buyer' || holds) return
  throw new Refusal('license_moved', 'The licence of this purchase moved to the account that holds its token.', {
    fix: { action: 'Get the token back to a proved wallet of yours, then POST {purchase_id}/wrap/claim.' },
  })
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
