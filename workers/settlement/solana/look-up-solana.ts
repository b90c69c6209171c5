import { readSolanaTransaction } from '#shared/chains/solana-transaction.ts'

import type { SolanaPayment } from '../read-payment.ts'
import type { SignatureStatus, SolanaRpc } from './solana-rpc.ts'

export type FoundOnSolana =
  | { state: 'paid'; transaction: string; slot: number }
  | { state: 'unpaid'; reason: string; transaction: string | null; slot: number }
  | { state: 'unknown'; reason: string }

/**
 * Blocks after which a payment seen at some height cannot land any more. A blockhash is valid for 150, and the node
 * that issued it may have been as many ahead of ours.
 */
export const EXPIRES_AFTER = 300

/**
 * Finds out what became of a signed transaction first seen at `seenHeight`. `unpaid` requires a failure in a final
 * block, or absence up to a final block for which its blockhash is too old, confirmed by a node that knows this block.
 */
export async function lookUpOnSolana(
  rpc: SolanaRpc,
  sought: { payment: SolanaPayment; signature: string | null; seenHeight: number },
): Promise<FoundOnSolana> {
  // Read first: a transaction that lands later is then only reported as unknown, never missed.
  const final = await rpc.final()
  const signature = sought.signature ?? (await findSignature(rpc, sought.payment, final.absoluteSlot))
  if (signature !== null) {
    const { slot, statuses } = await rpc.statuses([signature], { deep: true })
    const judged = judgeStatus(signature, statuses[0] ?? null)
    if (judged !== null) return judged
    if (slot < final.absoluteSlot) return { state: 'unknown', reason: 'node_is_behind' }
  }
  if (final.blockHeight > sought.seenHeight + EXPIRES_AFTER) {
    return { state: 'unpaid', reason: 'blockhash_expired', transaction: null, slot: final.absoluteSlot }
  }
  return { state: 'unknown', reason: 'not_settled_yet' }
}

/** Interprets a status; null without one. Confirmed is enough for `paid`, but a failure must be final. */
export function judgeStatus(signature: string, status: SignatureStatus): FoundOnSolana | null {
  if (status === null) return null
  const { err, confirmationStatus, slot } = status
  if (confirmationStatus === 'processed') return { state: 'unknown', reason: 'not_confirmed_yet' }
  if (err === null || err === undefined) return { state: 'paid', transaction: signature, slot }
  if (confirmationStatus !== 'finalized') return { state: 'unknown', reason: 'failure_is_not_final_yet' }
  return { state: 'unpaid', reason: 'transaction_failed', transaction: signature, slot }
}

/**
 * Finds the id of a transaction with a foreign fee payer: compares messages among the latest transactions of the
 * payer's token account.
 */
async function findSignature(rpc: SolanaRpc, { transaction }: SolanaPayment, minSlot: number): Promise<string | null> {
  const source = transaction.accounts[transaction.instructions[2]?.accounts[0] ?? -1]
  if (source === undefined) return null
  for (const { signature } of await rpc.listed(source, minSlot)) {
    const wire = await rpc.wireOf(signature)
    if (wire === null) continue
    if (readSolanaTransaction(wire)?.messageHash === transaction.messageHash) return signature
  }
  return null
}
