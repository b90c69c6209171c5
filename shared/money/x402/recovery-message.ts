import nacl from 'tweetnacl'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'

/** A signed message is good for this long before and after the time in it. */
export const RECOVERY_WINDOW_MS = 300_000

export type Recovery = {
  network: string
  /** The wallet that paid. */
  payer: string
  /** The nonce of the authorization, the transaction, or the SHA-256 of a Solana message in hex. */
  payment: string
  /** ISO 8601. */
  issuedAt: string
}

/** What the wallet signs: on Base by personal_sign (EIP-191), on Solana as it stands (Ed25519), UTF-8. */
export const recoveryMessage = (host: string, { network, payer, payment, issuedAt }: Recovery): string =>
  [
    'Farebox: give me the answer I paid for.',
    `host: ${host}`,
    `network: ${network}`,
    `payer: ${payer}`,
    `payment: ${payment}`,
    `issued_at: ${issuedAt}`,
  ].join('\n')

/**
 * Whether the wallet `payer` signed a message. Contract wallets cannot: what they sign only the chain can judge. The curve
 * is loaded when it is first needed, which an ingress that recovers nothing never does.
 */
export async function isSignedBy(network: string, payer: string, message: string, signature: string): Promise<boolean> {
  if (network === BASE) {
    const { readSignature, recoverSigner } = await import('#shared/engines/x402/payment/recover-signer.ts')
    const { keccak_256 } = await import('@noble/hashes/sha3')
    const read = readSignature(signature)
    const bytes = Buffer.from(message)
    const digest = keccak_256(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]))
    return read !== null && !read.isHighS && recoverSigner(digest, read)?.toLowerCase() === payer.toLowerCase()
  }
  if (network !== SOLANA) return false
  const [key, bytes] = [fromBase58(payer), fromBase58(signature)]
  if (key?.length !== nacl.sign.publicKeyLength || bytes?.length !== nacl.sign.signatureLength) return false
  return nacl.sign.detached.verify(Buffer.from(message), bytes, key)
}
