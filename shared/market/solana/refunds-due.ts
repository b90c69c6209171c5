import type { EntityManager } from '@mikro-orm/sql'

import { SolanaRefund } from './solana-refund.entity.ts'

/** The refunds that wait for a seller, by the UUID of their purchase; of several of one purchase the first. */
export async function refundsDue(
  em: EntityManager,
  purchaseIds: readonly string[],
): Promise<ReadonlyMap<string, SolanaRefund>> {
  if (purchaseIds.length === 0) return new Map()
  const where = { purchaseId: { $in: [...purchaseIds] }, settledAt: null }
  const due = await em.find(SolanaRefund, where, { orderBy: { createdAt: 'desc' }, disableIdentityMap: true })
  return new Map(due.map((refund) => [refund.purchaseId ?? '', refund]))
}
