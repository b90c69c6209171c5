import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import { LicenseActivation } from '../licenses/license-activation.entity.ts'
import { License } from '../licenses/license.entity.ts'
import { MOST_GENERATIONS } from '../licenses/license-key.ts'
import { purchaseFault } from '../licenses/judge-license.ts'
import { invalidLicense, lockLicense } from '../licenses/use-license.ts'
import { uuidOf } from '../public-id.ts'
import { notePurchase } from '../purchases/change-purchase.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import type { Actor } from '../users/actor.ts'
import { MarketUser } from '../users/market-user.entity.ts'
import { notFound } from '../users/require-owner.ts'
import { LicenseHolder } from './license-holder.entity.ts'
import type { HeldToken } from './wrap-answers.ts'
import { WrapClaim } from './wrap-claim.entity.ts'
import { Wrap } from './wrap.entity.ts'

/** Seconds until a transfer that was just confirmed is final. */
const FINAL_S = 15

/** A claim that is to be judged: the wrapped purchase, and the wallet that the claimant proved. */
export type OpenClaim = { wrapId: string; purchaseId: string; wallet: string }

/**
 * Reads what a claim of the purchase of a path id has to prove. Throws 404 for a purchase that was never wrapped, 409
 * `not_wrapped` while it has no final token, 409 `wallet_not_proved`, and 403 `own_listing` for an account of its seller.
 */
export async function openClaim(em: EntityManager, actor: Actor, id: string): Promise<OpenClaim> {
  const purchaseId = uuidOf('pur', id)
  const wrap =
    purchaseId === null ? null : await em.findOne(Wrap, { purchaseId }, { orderBy: { createdAt: 'desc', id: 'desc' } })
  if (wrap === null) throw notFound('wrapped purchase')
  const purchase = await em.findOneOrFail(Purchase, wrap.purchaseId)
  const [claimant, seller] = await Promise.all([
    em.findOneOrFail(MarketUser, actor.userId),
    em.findOneOrFail(MarketUser, purchase.sellerId, { fields: ['accountId'] }),
  ])
  if (seller.accountId === actor.accountId)
    throw new Refusal('own_listing', 'This is a licence of your own listing.', {
      fix: { action: 'Claim it with another account than the seller, or send the token on.' },
    })
  if (wrap.state !== 'wrapped') throw notWrapped(wrap)
  if (!claimant.solanaWallet || !claimant.walletProvedAt) throw notProved()
  return { wrapId: wrap.id, purchaseId: wrap.purchaseId, wallet: claimant.solanaWallet }
}

/**
 * Moves the licence of a wrapped purchase to the actor, whose wallet was seen to hold its token, in the caller's
 * transaction: the old key is void, its activations end. Claiming what one holds already changes nothing. Of two claims,
 * the one wins that saw the later block. Throws 409 `token_not_held`, `not_wrapped`, `wallet_not_proved` and
 * `license_invalid`.
 */
export async function claimWrap(em: EntityManager, actor: Actor, open: OpenClaim, held: HeldToken): Promise<void> {
  if (!held.held) throw notHeld(open.wallet, null)
  if (!held.is_final) throw notHeld(open.wallet, FINAL_S)
  const { wrapId, purchaseId, wallet } = open
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const purchase = await em.findOneOrFail(Purchase, purchaseId, lock)
  const wrap = await em.findOneOrFail(Wrap, wrapId, lock)
  if (wrap.state !== 'wrapped') throw notWrapped(wrap)
  const fault = purchaseFault(purchase)
  if (fault !== null) throw invalidLicense(fault)
  const claimant = await em.count(MarketUser, {
    id: actor.userId,
    solanaWallet: wallet,
    walletProvedAt: { $ne: null },
  })
  if (claimant === 0) throw notProved()
  const [holder, last] = await Promise.all([
    em.findOne(LicenseHolder, { purchaseId }, { refresh: true }),
    em.findOne(WrapClaim, { wrapId }, { orderBy: { slot: 'desc' }, refresh: true }),
  ])
  if ((holder?.userId ?? purchase.buyerId) === actor.userId) return
  // Somebody claimed it by a later block: what this claim saw is over.
  if (last !== null && last.slot >= held.slot) throw notHeld(wallet, FINAL_S)
  const license = await lockLicense(em, purchaseId)
  if (license.generation === MOST_GENERATIONS)
    throw new Refusal('conflict', 'The key of this licence changed too often.')
  const generation = license.generation + 1
  await em.nativeUpdate(License, { purchaseId }, { generation, rotatedAt: now })
  await em.nativeUpdate(LicenseActivation, { purchaseId, endedAt: null }, { endedAt: now })
  await em.insert(WrapClaim, {
    id: uuidv7(),
    wrapId,
    purchaseId,
    userId: actor.userId,
    wallet,
    slot: held.slot,
    generation,
  })
  await em.upsert(LicenseHolder, { purchaseId, userId: actor.userId, since: new Date() })
  await em.nativeUpdate(Wrap, { id: wrapId }, { tokenWallet: wallet })
  await notePurchase(em, purchase, {
    event: 'license_claimed',
    by: 'platform',
    reason: 'An account proved that its wallet holds the token; the former key is void.',
  })
}

const notWrapped = ({ state }: Wrap) =>
  new Refusal('not_wrapped', `The licence of this purchase is no token that can be claimed: its wrap is ${state}.`, {
    ...(state === 'requested' || state === 'minting' ? { retryAfterS: FINAL_S } : {}),
    fix: { action: 'Ask again once wrap_status is wrapped.' },
    extra: { wrap_status: state },
  })

const notProved = () =>
  new Refusal('wallet_not_proved', 'Your account has no proved Solana wallet, so nobody knows what you hold.', {
    fix: { action: 'Prove the wallet that holds the token.', method: 'POST', path: '/api/auth/wallet/challenge' },
  })

const notHeld = (wallet: string, retryAfterS: number | null) =>
  new Refusal(
    'token_not_held',
    retryAfterS === null
      ? `Your proved wallet ${wallet} does not hold the token of this licence.`
      : `That your wallet ${wallet} holds the token of this licence is not final yet.`,
    {
      ...(retryAfterS === null ? {} : { retryAfterS }),
      fix: { action: 'Have the token sent to that wallet, wait until the transfer is final, and claim again.' },
    },
  )
