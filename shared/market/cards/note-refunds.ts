import type { EntityManager } from '@mikro-orm/sql'

import { CardRefund } from './card-refund.entity.ts'
import type { CardSnapshot } from './card-snapshot.ts'

/** Records which refunds that were asked for here the processor has made, or could not make. */
export async function noteRefunds(
  em: EntityManager,
  purchaseId: string,
  { refunds }: Pick<CardSnapshot, 'refunds'>,
): Promise<void> {
  for (const { id, ourId, status } of refunds) {
    if (ourId === null) continue
    const state = status === 'failed' || status === 'canceled' ? 'failed' : 'made'
    const where = { id: ourId, purchaseId, state: state === 'failed' ? { $ne: 'failed' as const } : ('asked' as const) }
    await em.nativeUpdate(CardRefund, where, { state, refundId: id, lookAt: null })
  }
}
