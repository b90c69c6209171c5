import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { fromBase58 } from '#shared/lib/crypto/base58.ts'
import { isEd25519Signature } from '#shared/lib/crypto/ed25519.ts'

/** Milliseconds a signed message is valid before and after its `issued_at`. */
export const RECOVERY_WINDOW_MS = 300_000

export type Recovery = {
  network: string
  /** Address of the wallet that paid. */
  payer: string
  /** The nonce of the authorization, the transaction, or the SHA-256 of a Solana message in hex. */
  payment: string
  /** ISO 8601. */
  issuedAt: string
}

/** Returns the text the wallet signs as UTF-8: by personal_sign (EIP-191) on Base, as plain Ed25519 on Solana. */
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
 * Whether the wallet `payer` signed a message. False for contract wallets, whose signatures only the chain can check.
 * The curve is loaded on first use, because most ingresses never need it.
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
  return isEd25519Signature(fromBase58(signature), Buffer.from(message), fromBase58(payer))
}
