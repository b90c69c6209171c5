import type { EntityManager } from '@mikro-orm/sql'

import { CardPayment } from './card-payment.entity.ts'

/** Notes for the operator why a payment is not as it should be. False when that was noted before. */
export async function noteTrouble(em: EntityManager, purchaseId: string, trouble: string): Promise<boolean> {
  const changed = await em.nativeUpdate(
    CardPayment,
    { purchaseId, $or: [{ trouble: null }, { trouble: { $ne: trouble } }] },
    { trouble },
  )
  return changed === 1
}
