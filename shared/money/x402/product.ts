import type { ClientBase } from 'pg'

import type { CredentialMint } from '../credentials.ts'
import { type Payment, readPaymentOf } from './read-payment.ts'

/**
 * The result of a purchase. `answer` contains no secret, but null in its place. `secretRef` is the id of the credential
 * from which the secret is derived; null when there is none.
 */
export type MadeProduct = { answer: Record<string, unknown>; secretRef: string | null }

/**
 * A product that is bought by x402. `make` creates it in the transaction that records the settlement, and moves
 * `payment.amount` out of account 7 (unearned:x402) by a transfer of kind `single` with two entries. `payment.terms` is
 * the JSON text from the route. Throwing rolls the settlement back; it is retried.
 */
export type Product = {
  make: (tx: ClientBase, mint: CredentialMint, payment: Payment) => Promise<MadeProduct>
  /** Returns the answer with its secret, for those who may see it: the first request, or the wallet that paid. */
  reveal: (mint: CredentialMint, secretRef: string, answer: Record<string, unknown>) => Record<string, unknown>
}

/**
 * Makes the product of purchase `callId` and stores its answer. Throws for a product name this version does not know.
 */
export async function makeProduct(
  known: Readonly<Record<string, Product>>,
  tx: ClientBase,
  mint: CredentialMint,
  callId: string,
): Promise<void> {
  const payment = await readPaymentOf(tx, callId)
  const product = known[payment?.product ?? '']
  if (payment === null || product === undefined) throw new Error(`no product ${payment?.product ?? 'at all'} is known`)
  const { answer, secretRef } = await product.make(tx, mint, payment)
  await tx.query(`update payment_proof set answer = $2, secret_ref = $3 where call_id = $1::uuid`, [
    callId,
    JSON.stringify(answer),
    secretRef,
  ])
}
