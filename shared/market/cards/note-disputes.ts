import type { EntityManager } from '@mikro-orm/sql'

import { CardDispute } from './card-dispute.entity.ts'
import type { CardSnapshot } from './card-snapshot.ts'

/** Keeps the disputes of a payment as they were read, for operators. */
export async function noteDisputes(
  em: EntityManager,
  purchaseId: string,
  { disputes }: Pick<CardSnapshot, 'disputes'>,
): Promise<void> {
  const seenAt = new Date()
  for (const seen of disputes) await em.upsert(CardDispute, { ...seen, purchaseId, seenAt })
}
