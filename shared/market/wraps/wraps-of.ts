import type { EntityManager } from '@mikro-orm/sql'

import { LicenseHolder } from './license-holder.entity.ts'
import { Wrap } from './wrap.entity.ts'

/** What the views of a purchase say of its wrap. */
export type WrapFacts = {
  state: 'none' | Wrap['state']
  /** The account (UUID) to which the licence moved; null while the buyer holds it. */
  holderId: string | null
}

export const NO_WRAP: WrapFacts = { state: 'none', holderId: null }

/** The newest wrap of each purchase (UUIDs) and who holds its licence. A purchase that was never wrapped has no entry. */
export async function wrapsOf(
  em: EntityManager,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, WrapFacts>> {
  if (purchaseIds.length === 0) return new Map()
  const of = { purchaseId: { $in: [...purchaseIds] } }
  const [wraps, holders] = await Promise.all([
    em.find(Wrap, of, {
      fields: ['purchaseId', 'state'],
      orderBy: { createdAt: 'asc', id: 'asc' },
      disableIdentityMap: true,
    }),
    em.find(LicenseHolder, of, { disableIdentityMap: true }),
  ])
  const moved = new Map(holders.map(({ purchaseId, userId }) => [purchaseId, userId]))
  return new Map(wraps.map(({ purchaseId, state }) => [purchaseId, { state, holderId: moved.get(purchaseId) ?? null }]))
}
