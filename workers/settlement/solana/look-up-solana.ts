import { readSolanaTransaction } from '#shared/money/x402/solana-transaction.ts'

import type { SolanaPayment } from '../read-payment.ts'
import type { SignatureStatus, SolanaRpc } from './solana-rpc.ts'

export type FoundOnSolana =
  | { state: 'paid'; transaction: string; slot: number }
  | { state: 'unpaid'; reason: string; transaction: string | null; slot: number }
  | { state: 'unknown'; reason: string }

/**
 * Blocks after which nothing can come of a payment that was seen at some height: a blockhash is good for 150, and the
 * node that gave it may have been as many ahead of the one we asked.
 */
export const EXPIRES_AFTER = 300

/**
 * Finds out what became of a signed transaction, seen first at `seenHeight`. Unpaid takes that it failed in a final block,
 * or that it is in none up to a final block at which its blockhash is too old, told by a node that knows this block.
 */
export async function lookUpOnSolana(
  rpc: SolanaRpc,
  sought: { payment: SolanaPayment; signature: string | null; seenHeight: number },
): Promise<FoundOnSolana> {
  // Asked first: what lands later than this is not missed, it is only not known yet.
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

/** What a status says; null when there is none. Confirmed is enough to be paid, and takes a final block to have failed. */
export function judgeStatus(signature: string, status: SignatureStatus): FoundOnSolana | null {
  if (status === null) return null
  const { err, confirmationStatus, slot } = status
  if (confirmationStatus === 'processed') return { state: 'unknown', reason: 'not_confirmed_yet' }
  if (err === null || err === undefined) return { state: 'paid', transaction: signature, slot }
  if (confirmationStatus !== 'finalized') return { state: 'unknown', reason: 'failure_is_not_final_yet' }
  return { state: 'unpaid', reason: 'transaction_failed', transaction: signature, slot }
}

/** The id of a transaction whose fee payer is not ours: by its message, among the latest of the payer's token account. */
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
