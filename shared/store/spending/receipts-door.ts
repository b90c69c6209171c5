import { createHash } from 'node:crypto'

import type { ReceiptsDoor } from '#shared/doors/spending.ts'

import type { StoreCall } from '../store-call.ts'
import { ActionReceipt } from './action-receipt.entity.ts'

/**
 * Receipts by payer, agent and nonce. Of two that are signed concurrently one is stored, and both callers get that one.
 */
export const receiptsDoor = (call: StoreCall): ReceiptsDoor => {
  const find: ReceiptsDoor['find'] = async (agentId, nonce) => {
    const { owner } = await call.caller()
    const em = await call.db.em()
    const found = await em.findOne(ActionReceipt, { owner, agentId, nonce })
    // Safe: only a receipt's JSON is ever stored.
    return found === null
      ? null
      : { digest: found.digest, receipt: JSON.parse(found.receipt) as Record<string, unknown> }
  }
  return {
    ownNonce: `n_${createHash('sha256').update(`receipt:${call.effectId}`).digest('hex').slice(0, 32)}`,
    find,
    async keep({ agentId, nonce, digest, receipt }) {
      const { owner } = await call.caller()
      const em = await call.db.em()
      const { affectedRows } = await em
        .createQueryBuilder(ActionReceipt)
        .insert({ owner, agentId, nonce, digest, receipt: JSON.stringify(receipt) })
        .onConflict()
        .ignore()
        .execute('run')
      return affectedRows === 1 ? { digest, receipt } : ((await find(agentId, nonce)) ?? { digest, receipt })
    },
  }
}
