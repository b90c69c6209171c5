import type { EntityManager } from '@mikro-orm/sql'

import { Payout } from './payout.entity.ts'

/**
 * Holds a payout that is not signed yet. Its seller gets nothing until it is released, because a seller has one open
 * payout at a time. False when it is held already, on its way or paid.
 */
export async function holdPayout(em: EntityManager, id: string, reason: string): Promise<boolean> {
  return (await em.nativeUpdate(Payout, { id, state: 'ready' }, { state: 'held', reason })) === 1
}

/** Releases a held payout: it is tried again. False when it is not held. */
export async function releasePayout(em: EntityManager, id: string): Promise<boolean> {
  return (await em.nativeUpdate(Payout, { id, state: 'held' }, { state: 'ready', reason: null })) === 1
}
