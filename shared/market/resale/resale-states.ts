import type { EntityManager } from '@mikro-orm/sql'

import { ResaleOffer } from './resale-offer.entity.ts'

/** What became of the last offer of each of the purchases (UUIDs) that was ever offered. */
export async function offersOf(
  em: EntityManager,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, 'listed' | 'sold' | 'canceled' | 'expired'>> {
  if (purchaseIds.length === 0) return new Map()
  const offers = await em.find(
    ResaleOffer,
    { purchaseId: { $in: [...purchaseIds] } },
    { fields: ['purchaseId', 'state', 'expiresAt'], orderBy: { id: 'asc' }, disableIdentityMap: true },
  )
  const at = new Date()
  return new Map(
    offers.map(({ purchaseId, state, expiresAt }) => {
      const isOver = expiresAt instanceof Date && expiresAt <= at
      return [purchaseId, state !== 'active' ? state : isOver ? 'expired' : 'listed']
    }),
  )
}
