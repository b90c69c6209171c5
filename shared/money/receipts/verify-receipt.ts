import { createHmac, timingSafeEqual } from 'node:crypto'

import { z } from 'zod'

import { digestOf, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { isEd25519Signature } from '#shared/lib/crypto/ed25519.ts'

import { keyBytes, type ReceiptKey } from './public-key.ts'
import { RECEIPT_PROFILE, signedField, signedText } from './receipt.ts'
import { signatureBytes } from './signature-bytes.ts'

/** Milliseconds a signer's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 300_000

const isInstant = (text: string) => {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString() === text
}

const Checkable = z.object({
  profile: z.literal(RECEIPT_PROFILE),
  receipt_type: z.literal('raw'),
  agent_id: signedField(1, 128),
  action: signedField(1, 200),
  payload_digest: signedField(0, 128),
  nonce: signedField(8, 128),
  quote: signedField(0, 200),
  ts: z.string().refine(isInstant, 'is not ISO 8601 in UTC with milliseconds'),
  signature: z.string().refine((text) => signatureBytes(text) !== null, 'is not 64 bytes in base64'),
  hmac: z.string().regex(/^[0-9a-f]{64}$/, 'is not 32 bytes in hex'),
  key_id: z.string().regex(/^[0-9a-f]{16}$/, 'is not 8 bytes in hex'),
})
type Checkable = z.output<typeof Checkable>

const check = z.boolean().nullable()
/** The result of a verification. Each of `checks` is true, false, or null when it could not be made. */
export const Verification = z.object({
  valid: z.boolean().describe('every check that could be made holds, the signature among them'),
  checks: z.object({
    shape: z.boolean().describe('every field is there and of its form'),
    digest: check.describe('payload_digest is a SHA-256, and that of the payload when one was sent along'),
    signature: check.describe('the Ed25519 signature fits the signed text and our public key'),
    hmac: check.describe('the HMAC fits the signed text'),
    age: check.describe('ts does not lie ahead, and not further back than max_age_s'),
  }),
  profile: z.string().nullable().describe('what the receipt says it is'),
  kid: z.string().nullable().describe('the key it says it is signed with'),
  reason: z.string().nullable().describe('what is wrong with it; null when valid'),
  age_s: z.int().nullable().describe('seconds since it was signed'),
})
export type Verification = z.output<typeof Verification>

export type VerifyWith = {
  /** The public keys that may have signed the receipt. */
  keys: readonly ReceiptKey[]
  /** The key of the HMAC. Without it, the HMAC is not checked. */
  hmacKey?: Uint8Array | undefined
  now: Date
  /**
   * The payload that `payload_digest` should match: a string is hashed as UTF-8, any other value in its RFC 8785 form.
   */
  payload?: unknown
  maxAgeS?: number | undefined
}

/** Verifies a receipt, which may be any JSON value. Never throws; the result says what is wrong. */
export function verifyReceipt(value: unknown, given: VerifyWith): Verification {
  const claimed = { profile: textOf(value, 'profile'), kid: textOf(value, 'key_id') }
  const shaped = Checkable.safeParse(value)
  if (!shaped.success) {
    const checks = { shape: false, digest: null, signature: null, hmac: null, age: null }
    const [issue] = shaped.error.issues
    const reason = `${issue?.path.join('.') || 'The receipt'}: ${issue?.message ?? 'is not a receipt'}`
    return { valid: false, checks, ...claimed, reason, age_s: null }
  }
  const receipt = shaped.data
  const text = Buffer.from(signedText(receipt))
  const ageMs = given.now.getTime() - Date.parse(receipt.ts)
  const checks = {
    shape: true,
    digest: isDigestOf(receipt.payload_digest, given.payload),
    signature: isSigned(receipt, text, given.keys),
    hmac: given.hmacKey === undefined ? null : hasHmac(receipt, text, given.hmacKey),
    age: ageMs >= -CLOCK_SKEW_MS && ageMs <= (given.maxAgeS ?? Number.POSITIVE_INFINITY) * 1_000,
  }
  const reason = reasonOf(checks, ageMs)
  return { valid: reason === null, checks, ...claimed, reason, age_s: Math.floor(ageMs / 1_000) }
}

function reasonOf(checks: Verification['checks'], ageMs: number): string | null {
  if (checks.digest === false) return 'payload_digest is not the SHA-256 it should be.'
  if (checks.signature === null) return 'key_id names none of the keys in force.'
  if (!checks.signature) return 'The signature does not fit: a signed field was changed, or another key signed it.'
  if (checks.hmac === false) return 'The HMAC does not fit: it was changed, or another service made it.'
  if (checks.age === false) return ageMs < 0 ? 'ts lies in the future.' : 'It is older than max_age_s.'
  return null
}

function isDigestOf(digest: string, payload: unknown): boolean {
  if (!/^[0-9a-f]{64}$/.test(digest)) return false
  if (payload === undefined) return true
  return digest === (typeof payload === 'string' ? sha256Hex(payload) : digestOf(payload))
}

function isSigned({ key_id, signature }: Checkable, text: Uint8Array, keys: readonly ReceiptKey[]): boolean | null {
  const key = keys.find(({ kid }) => kid === key_id)
  if (key === undefined) return null
  return isEd25519Signature(signatureBytes(signature), text, keyBytes(key))
}

const hasHmac = ({ hmac }: Checkable, text: Uint8Array, hmacKey: Uint8Array) =>
  timingSafeEqual(Buffer.from(hmac, 'hex'), createHmac('sha256', hmacKey).update(text).digest())

/** Returns a string member of a JSON value, truncated to 100 characters; null when there is none. */
function textOf(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
  // Safe: an own property of an object.
  const member = (value as Record<string, unknown>)[name]
  return typeof member === 'string' ? member.slice(0, 100) : null
}
