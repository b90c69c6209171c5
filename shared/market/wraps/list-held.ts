import type { EntityManager } from '@mikro-orm/sql'

import { Listing } from '../listings/listing.entity.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { type PurchaseView, viewPurchase } from '../purchases/purchase.view.ts'
import { LicenseHolder } from './license-holder.entity.ts'
import { NO_WRAP, wrapsOf } from './wraps-of.ts'

/** Lists purchases of others whose licences moved to a user with their tokens, newest first, without their timelines. */
export async function listHeld(
  em: EntityManager,
  { userId, limit, offset }: { userId: string; limit: number; offset: number },
): Promise<{ items: PurchaseView[]; total: number }> {
  const [held, total] = await em.findAndCount(
    LicenseHolder,
    { userId },
    { orderBy: { since: 'desc', purchaseId: 'desc' }, limit, offset, disableIdentityMap: true },
  )
  const ids = held.map(({ purchaseId }) => purchaseId)
  const [purchases, wraps] = await Promise.all([
    em.find(Purchase, { id: { $in: ids } }, { disableIdentityMap: true }),
    wrapsOf(em, ids),
  ])
  const listingIds = [...new Set(purchases.map(({ listingId }) => listingId))]
  const listings = await em.find(Listing, { id: { $in: listingIds } }, { fields: ['title'], disableIdentityMap: true })
  const titles = new Map(listings.map(({ id, title }) => [id, title]))
  const byId = new Map(purchases.map((purchase) => [purchase.id, purchase]))
  const items = ids.flatMap((id) => {
    const purchase = byId.get(id)
    if (purchase === undefined) return []
    const role = purchase.buyerId === userId ? ('buyer' as const) : ('holder' as const)
    const title = titles.get(purchase.listingId) ?? null
    const wrap = wraps.get(id) ?? NO_WRAP
    return [viewPurchase(purchase, { role, title, feedback: 'none', transaction: null, wrap })]
  })
  return { items, total }
}
