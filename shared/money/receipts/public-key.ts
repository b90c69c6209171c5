import { createPublicKey } from 'node:crypto'

import { z } from 'zod'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { RECEIPT_PROFILE } from './receipt.ts'

/** A public key that verifies receipts: a JWK (RFC 8037), and the same key as hex and PEM. */
export const ReceiptKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z
    .string()
    .regex(/^[\w-]{43}$/)
    .describe('the 32 bytes of the key, base64url'),
  kid: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('first 16 hex digits of the SHA-256 of those bytes; `key_id` of a receipt'),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
  public_key_hex: z.string().regex(/^[0-9a-f]{64}$/),
  public_key_pem: z.string(),
  profile: z.literal(RECEIPT_PROFILE),
})

export type ReceiptKey = z.output<typeof ReceiptKey>

/** Describes a public key of 32 bytes. */
export function receiptKey(publicKey: Uint8Array): ReceiptKey {
  const bytes = Buffer.from(publicKey)
  const x = bytes.toString('base64url')
  const { kty, crv } = { kty: 'OKP', crv: 'Ed25519' } as const
  return {
    kty,
    crv,
    x,
    kid: sha256Hex(bytes).slice(0, 16),
    alg: 'EdDSA',
    use: 'sig',
    public_key_hex: bytes.toString('hex'),
    public_key_pem: createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
      .export({ type: 'spki', format: 'pem' })
      .toString(),
    profile: RECEIPT_PROFILE,
  }
}

/** Returns the members for a JWK Set (RFC 7517), without the additional ones. */
export const jwkOf = ({ kty, crv, x, kid, alg, use }: ReceiptKey) => ({ kty, crv, x, kid, alg, use })

/** Returns the 32 bytes of a key. */
export const keyBytes = ({ x }: Pick<ReceiptKey, 'x'>): Uint8Array => Buffer.from(x, 'base64url')
