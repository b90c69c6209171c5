import { createHash } from 'node:crypto'

import type { ReceiptsDoor } from '#shared/doors/spending.ts'

import type { StoreCall } from '../store-call.ts'

/**
 * Receipts by payer, agent and nonce. Of two that are signed concurrently one is stored, and both callers get that one.
 */
export const receiptsDoor = (call: StoreCall): ReceiptsDoor => {
  const find: ReceiptsDoor['find'] = async (agentId, nonce) => {
    const { owner } = await call.caller()
    const { rows } = await call.pg.query<{ digest: string; receipt: string }>({
      name: 'receipt-find',
      text: 'select digest, receipt from action_receipt where agent_id = $1 and nonce = $2 and owner = $3',
      values: [agentId, nonce, owner],
    })
    const [row] = rows
    if (row === undefined) return null
    // Safe: only a receipt's JSON is ever stored.
    return { digest: row.digest, receipt: JSON.parse(row.receipt) as Record<string, unknown> }
  }
  return {
    ownNonce: `n_${createHash('sha256').update(`receipt:${call.effectId}`).digest('hex').slice(0, 32)}`,
    find,
    async keep(agentId, nonce, digest, receipt) {
      const { owner } = await call.caller()
      const { rowCount } = await call.pg.query({
        name: 'receipt-keep',
        text: `insert into action_receipt (agent_id, nonce, owner, digest, receipt) values ($1, $2, $3, $4, $5) on conflict do nothing`,
        values: [agentId, nonce, owner, digest, JSON.stringify(receipt)],
      })
      return rowCount === 1 ? { digest, receipt } : ((await find(agentId, nonce)) ?? { digest, receipt })
    },
  }
}
