import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'

import { notePurchase } from '../purchases/change-purchase.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { Wrap } from './wrap.entity.ts'

/** What the chain shows of a wrap. */
export type WrapChange =
  | { to: 'minting'; transaction: string | null }
  | { to: 'wrapped' }
  | { to: 'unwrapped' }
  /** Nothing that was signed up to this height can land any more; null for a wrap that was never signed. */
  | { to: 'failed'; beyond: number | null }

/** From which state a change leads, and what the timeline says of it. */
const CHANGES = {
  minting: { from: ['requested'], event: 'wrap_minting' },
  wrapped: { from: ['minting'], event: 'wrapped' },
  unwrapped: { from: ['wrapped'], event: 'unwrapped' },
  failed: { from: ['requested', 'minting'], event: 'wrap_failed' },
} as const satisfies Record<WrapChange['to'], { from: readonly Wrap['state'][]; event: string }>

/**
 * Moves a wrap on by what the chain shows, with its row of the timeline. Returns false when somebody else did, or when
 * another transaction was signed for it since.
 */
export function advanceWrap(db: Pick<Db, 'pg' | 'em'>, id: string, change: WrapChange): Promise<boolean> {
  return inUnitOfWork(db, async (em) => {
    const wrap = await lockWrap(em, id)
    const { from, event } = CHANGES[change.to]
    if (wrap === null || !from.some((state) => state === wrap.state)) return false
    if (change.to === 'failed' && (wrap.lastValidBlockHeight ?? null) !== change.beyond) return false
    const reason = wrap.state === 'minting' ? 'removed' : 'not_sent'
    await em.nativeUpdate(
      Wrap,
      { id },
      {
        state: change.to,
        ...(change.to === 'minting' ? { transaction: change.transaction, tokenWallet: wrap.ownerWallet } : {}),
        ...(change.to === 'wrapped' ? { wrappedAt: now } : {}),
        ...(change.to === 'failed' ? { reason } : {}),
        ...(change.to === 'failed' || change.to === 'unwrapped' ? { endedAt: now, lookAt: null } : {}),
      },
    )
    const purchase = await em.findOneOrFail(Purchase, wrap.purchaseId)
    await notePurchase(em, purchase, {
      event,
      by: 'platform',
      reason: REASONS[change.to === 'failed' ? reason : change.to],
    })
    return true
  })
}

const REASONS = {
  minting: null,
  wrapped: null,
  unwrapped: 'The token was burned.',
  not_sent: 'The transaction that mints the token was not sent in time.',
  removed: 'The final chain does not have the transaction that minted the token.',
} as const

/** Locks a wrap and, before it, its purchase, in the order of all that change both. */
async function lockWrap(em: EntityManager, id: string): Promise<Wrap | null> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const known = await em.findOne(Wrap, id, { fields: ['purchaseId'], disableIdentityMap: true })
  if (known === null) return null
  await em.findOneOrFail(Purchase, known.purchaseId, lock)
  return em.findOne(Wrap, id, lock)
}

/** Notes where the token of a wrapped purchase was seen. */
export async function noteTokenAt(
  { em }: Pick<Db, 'em'>,
  id: string,
  { wallet, account }: { wallet: string; account: string },
): Promise<void> {
  const manager = await em()
  await manager.nativeUpdate(Wrap, { id, state: 'wrapped' }, { tokenWallet: wallet, tokenAccount: account })
}
