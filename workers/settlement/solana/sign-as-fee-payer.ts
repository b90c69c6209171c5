import { getBase58Decoder, type KeyPairSigner, signBytes } from '@solana/kit'

import type { SolanaPayment } from '../read-payment.ts'

export type SignedTransaction = { feePayer: string; raw: string; hash: string }

const SIGNATURE_BYTES = 64
const base58 = getBase58Decoder()

/**
 * Adds the fee payer's signature to a signed transaction, in the first slot. Null without the key of its fee payer.
 * Ed25519 is deterministic, so the transaction id (this signature in base58) is known before it is sent.
 */
export async function signAsFeePayer(
  feePayers: readonly KeyPairSigner[],
  { transaction, wire }: Pick<SolanaPayment, 'transaction' | 'wire'>,
): Promise<SignedTransaction | null> {
  const signer = feePayers.find(({ address }) => address === transaction.accounts[0])
  if (signer === undefined) return null
  const signature = await signBytes(signer.keyPair.privateKey, transaction.message)
  const bytes = Buffer.from(wire, 'base64')
  // At most two signatures, so their count is one byte.
  bytes.set(signature, 1)
  if (bytes.subarray(1 + SIGNATURE_BYTES * transaction.signatures.length).compare(transaction.message) !== 0)
    return null
  return { feePayer: signer.address, raw: bytes.toString('base64'), hash: base58.decode(signature) }
}
