import { toBase58 } from '#shared/lib/crypto/base58.ts'
import type { Inspected } from '#shared/doors/settlement.ts'

import type { SolanaPayment } from '../read-payment.ts'
import { lookUpOnSolana } from './look-up-solana.ts'
import type { SolanaRpc } from './solana-rpc.ts'

/** A payment counts as expired only this long after the first inspection: a node may lag behind its blockhash. */
export const EXPIRED_AFTER_MS = 60_000
const MOST_REMEMBERED = 10_000

/**
 * Reads what Solana shows about a payment and a transaction. `firstAsked` has the time of each payment's first
 * inspection.
 */
export async function inspectSolana(
  rpc: SolanaRpc,
  { transaction, payment }: { transaction: string | null; payment: SolanaPayment | null },
  { firstAsked, now }: { firstAsked: Map<string, number>; now: () => number },
): Promise<Omit<Inspected, 'noPayment'>> {
  const [height, final] = await Promise.all([rpc.height(), rpc.final()])
  const found =
    payment === null
      ? null
      : await lookUpOnSolana(rpc, { payment, signature: idOf(payment), seenHeight: Number.MAX_SAFE_INTEGER })
  const id = (found?.state === 'paid' ? found.transaction : null) ?? transaction
  const [landed, timeS] = await Promise.all([id === null ? null : rpc.landed(id), rpc.blockTime(final.absoluteSlot)])
  return {
    block: { number: final.absoluteSlot, timeS },
    transaction:
      landed === null || id === null
        ? null
        : {
            id,
            ok: landed.ok,
            block: landed.slot,
            confirmations: Math.max(1, height - final.blockHeight + final.absoluteSlot - landed.slot + 1),
            finality: landed.slot <= final.absoluteSlot ? 'finalized' : 'confirmed',
            transfers: landed.transfers,
          },
    payment:
      payment === null || found === null
        ? null
        : {
            state: found.state,
            reason: found.state === 'paid' ? null : found.reason,
            transaction: found.state === 'unknown' ? null : found.transaction,
            nonce: payment.transaction.messageHash,
            used: found.state === 'paid' ? true : found.state === 'unpaid' ? true : null,
            validBeforeS: null,
            ...(found.state === 'unknown' && (await isExpired(payment))
              ? { state: 'unpaid' as const, reason: 'blockhash_expired', used: false }
              : {}),
          },
  }

  /** Whether the blockhash is invalid now and was already invalid when first inspected, at least a minute ago. */
  async function isExpired({ transaction: { messageHash, blockhash } }: SolanaPayment): Promise<boolean> {
    if (await rpc.isBlockhashGood(toBase58(blockhash))) {
      firstAsked.delete(messageHash)
      return false
    }
    const since = firstAsked.get(messageHash)
    if (since !== undefined) return now() - since >= EXPIRED_AFTER_MS
    const [oldest] = firstAsked.keys()
    if (firstAsked.size >= MOST_REMEMBERED && oldest !== undefined) firstAsked.delete(oldest)
    firstAsked.set(messageHash, now())
    return false
  }
}

/** Id of a transaction that the fee payer has signed; null while that signature is empty. */
function idOf({ transaction: { signatures } }: SolanaPayment): string | null {
  const [first] = signatures
  return first === undefined || first.every((byte) => byte === 0) ? null : toBase58(first)
}
