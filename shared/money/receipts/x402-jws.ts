import { z } from 'zod'

import { toBase58 } from '#shared/lib/crypto/base58.ts'
import { canonicalJson } from '#shared/lib/crypto/digest.ts'

/**
 * The payload of an offer (x402 extension offer-receipt, section 4): these terms hold for this resource until
 * `validUntil`.
 */
export const OfferPayload = z.object({
  version: z.literal(1),
  resourceUrl: z.string().max(2_048),
  scheme: z.literal('exact'),
  network: z.string(),
  asset: z.string(),
  payTo: z.string(),
  amount: z.string().regex(/^\d{1,30}$/),
  validUntil: z.int().describe('seconds since 1970'),
})
export type OfferPayload = z.output<typeof OfferPayload>

/** The payload of a receipt (section 5): this wallet has paid for this resource by this transaction. */
export const ReceiptPayload = z.object({
  version: z.literal(1),
  network: z.string(),
  resourceUrl: z.string().max(2_048),
  payer: z.string().max(100),
  issuedAt: z.int().describe('seconds since 1970'),
  transaction: z.string().max(200),
})
export type ReceiptPayload = z.output<typeof ReceiptPayload>

/** Returns the `extensions` member of a SettleResponse for a signed receipt. */
export const receiptExtension = (signature: string): Record<string, unknown> => ({
  'offer-receipt': { info: { receipt: { format: 'jws', signature } } },
})

const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** The multicodec prefix of an Ed25519 public key in a did:key. */
const ED25519 = Buffer.from([0xed, 0x01])

/** Returns the did:key of a public key. It contains the key, so anyone can verify a signature without a key lookup. */
export const didKeyOf = (publicKey: Uint8Array): string => `did:key:z${toBase58(Buffer.concat([ED25519, publicKey]))}`

/**
 * Builds a compact JWS (RFC 7515) over the RFC 8785 form of a payload. Its signed text is two base64url parts with a
 * dot, which can never be the text of an action receipt.
 */
export function compactJws(
  payload: OfferPayload | ReceiptPayload,
  publicKey: Uint8Array,
  sign: (text: Uint8Array) => Uint8Array,
): string {
  const header = base64url(JSON.stringify({ alg: 'EdDSA', kid: didKeyOf(publicKey) }))
  const text = `${header}.${base64url(canonicalJson(payload))}`
  return `${text}.${Buffer.from(sign(Buffer.from(text))).toString('base64url')}`
}
