import type { EntityManager } from '@mikro-orm/sql'

import { SolanaOrder } from './solana-order.entity.ts'

/**
 * The ids of the orders by which a purchase can be paid on Solana, the newest first. It is the purchase's own id, but for
 * a win of an auction, which may have one in each currency.
 */
export async function ordersOf(em: EntityManager, { id, kind }: { id: string; kind: string }): Promise<string[]> {
  if (kind !== 'auction_win') return [id]
  const orders = await em.find(
    SolanaOrder,
    { purchaseId: id },
    { fields: ['id'], orderBy: { id: 'desc' }, disableIdentityMap: true },
  )
  return orders.map((order) => order.id)
}
