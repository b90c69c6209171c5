import type { ClientBase, Pool as PgPool } from 'pg'

/** What feedback asks of a purchase. All ids are UUIDs. */
export type ReviewedPurchase = {
  id: string
  listingId: string
  sellerId: string
  buyerId: string
  isDelivered: boolean
}

/** Finds a purchase by its UUID; null when there is none. */
export type FindPurchase = (sql: ClientBase | PgPool, purchaseId: string) => Promise<ReviewedPurchase | null>

/** Purchases are the next part of the marketplace: until then there is none to find. They replace this. */
export const findPurchase: FindPurchase = async () => null
