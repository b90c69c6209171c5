import type { ClientBase } from 'pg'

import type { CredentialMint } from '../credentials.ts'
import { type Payment, readPaymentOf } from './read-payment.ts'

/**
 * What a purchase answers: no secret in it, but null where one goes; `secretRef` names the credential to derive where one
 * may be shown, and is null where nothing is secret.
 */
export type MadeProduct = { answer: Record<string, unknown>; secretRef: string | null }

/**
 * `make` makes what a settled payment bought, in the transaction that records the settlement: it moves `payment.amount` out of
 * account 7 (unearned:x402) to where it belongs, by a transfer of kind `single` with two entries. `payment.terms` is the
 * JSON text the route gave. Throwing rolls the settlement back; it is tried again.
 */
export type Product = {
  make: (tx: ClientBase, mint: CredentialMint, payment: Payment) => Promise<MadeProduct>
  /** The answer with the secret that `secretRef` names, for whoever may see it: the first request, or the wallet that paid. */
  reveal: (mint: CredentialMint, secretRef: string, answer: Record<string, unknown>) => Record<string, unknown>
}

/** Makes what the purchase `callId` is for and stores its answer. Throws for a product this version does not know. */
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
