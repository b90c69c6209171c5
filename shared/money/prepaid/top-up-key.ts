import type { ClientBase } from 'pg'
import { z } from 'zod'

import { centsOf } from '#shared/lib/micro-usdc.ts'
import { moveUnearned } from '../x402/move-unearned.ts'
import type { Product } from '../x402/product.ts'
import { keyProduct, makePaidKey } from './buy-key.ts'

/** Terms of a top-up: the id of its key. */
const TopUpTerms = z.object({ key_id: z.string() })

/**
 * The product of balance/topup: adds the amount to the account of the key, also when the key was rotated meanwhile.
 * When the key was revoked without a replacement while the payment was in progress, the amount goes to a new key
 * instead of being forfeited.
 */
export const topUp: Product = {
  async make(tx, mint, payment) {
    const { key_id } = TopUpTerms.parse(JSON.parse(payment.terms ?? '{}'))
    const cents = centsOf(payment.amount)
    const wallet = await walletOf(tx, key_id)
    if (wallet === null) {
      const { keyId, answer } = await makePaidKey(tx, mint, payment)
      const note = 'The key was revoked while this payment was under way, so its amount is on a new key.'
      return { answer: { ...answer, note }, secretRef: keyId }
    }
    const { rows } = await tx.query<{ available: string }>({
      name: 'key-topped-up',
      text: `update account set posted = posted + $2::bigint, granted = granted + $2::bigint where id = $1::bigint
        returning (posted - held)::text as available`,
      values: [wallet.accountId, payment.amount.toString()],
    })
    await moveUnearned(tx, payment, wallet.accountId)
    const answer = {
      ok: true,
      key_id: wallet.keyId,
      amount_cents: cents,
      balance_cents: centsOf(BigInt(rows[0]?.available ?? 0)),
      header_name: 'X-Service-Key',
    }
    return { answer, secretRef: null }
  },
  reveal: keyProduct.reveal,
}

/**
 * Returns the account of a key and the account's active key, both locked until the transaction ends; null when the
 * account has no active key. Locks the key before the account, as a revocation does.
 */
async function walletOf(tx: ClientBase, keyId: string): Promise<{ accountId: string; keyId: string } | null> {
  const { rows: named } = await tx.query<{ account_id: string }>(
    `select account_id::text from service_key where key_id = $1 for no key update`,
    [keyId],
  )
  const accountId = named[0]?.account_id
  if (accountId === undefined) return null
  // A second statement, so that its snapshot includes the key of a rotation that the first one waited for.
  const { rows: inForce } = await tx.query<{ key_id: string }>(
    `select key_id from service_key where account_id = $1::bigint and status = 'active' for no key update`,
    [accountId],
  )
  return inForce[0] === undefined ? null : { accountId, keyId: inForce[0].key_id }
}
