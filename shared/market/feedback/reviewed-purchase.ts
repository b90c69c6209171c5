import type { EntityManager } from '@mikro-orm/sql'

/** The facts of a purchase that feedback checks. All ids are UUIDs. */
export type ReviewedPurchase = {
  id: string
  listingId: string
  sellerId: string
  buyerId: string
  isDelivered: boolean
}

/** Finds a purchase by its UUID; null when there is none. */
export type FindPurchase = (em: EntityManager, purchaseId: string) => Promise<ReviewedPurchase | null>

/** Placeholder until the marketplace has purchases: finds none. */
export const findPurchase: FindPurchase = async () => null
