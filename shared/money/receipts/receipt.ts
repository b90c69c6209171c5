import { randomBytes } from 'node:crypto'

import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'

/** The profile of every receipt, and the marker that ends its signed text. */
export const RECEIPT_PROFILE = 'action-receipt-v1-rt'
const TYPE_MARKER = 'rt:raw'

/** The fields a signature covers, in the order of the signed text; `rt:raw` follows them. */
export const SIGNED_FIELDS = ['agent_id', 'action', 'payload_digest', 'nonce', 'quote', 'ts'] as const

const UNFIT = 'may not contain |, control characters or half of a surrogate pair'

/**
 * A field of the signed text. Pipes are refused because two receipts could then share one text. Lone surrogates are
 * refused because all of them become the same UTF-8 bytes.
 */
export const signedField = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !/[|\p{Cc}\p{Cs}]/u.test(text), UNFIT)

/**
 * The requested receipt. `nonce` is generated when omitted. `decision_ref` is part of the receipt but is not signed.
 */
const Wish = z.object({
  agent_id: signedField(1, 128),
  action: signedField(1, 200),
  payload_digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'is not a SHA-256 in hex (64 characters)')
    .toLowerCase(),
  nonce: signedField(8, 128).default(() => `n_${randomBytes(16).toString('hex')}`),
  quote: signedField(0, 200).default(''),
  decision_ref: z
    .string()
    .max(200)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), UNFIT.replace('|, ', ''))
    .nullable()
    .default(null),
})

/** Fields that may be signed; only `readReceiptFields` returns them. */
export type ReceiptFields = z.output<typeof Wish>

/**
 * A receipt as returned (outcomes-api.md, Action receipt). `ts`, `signature`, `hmac` and `key_id` make it verifiable.
 */
export const Receipt = z.object({
  ok: z.literal(true),
  resource: z.literal('action-receipt'),
  profile: z.literal(RECEIPT_PROFILE),
  agent_id: z.string(),
  action: z.string(),
  payload_digest: z.string().describe('SHA-256 of the payload, lower-case hex'),
  nonce: z.string(),
  quote: z.string().describe('empty when none was given'),
  ts: z.string().describe('when it was signed: ISO 8601, UTC, milliseconds'),
  receipt_type: z.literal('raw'),
  decision_ref: z.string().nullable().describe('an upstream decision; not covered by the signature'),
  signature: z.string().describe('Ed25519 over the signed text, base64'),
  hmac: z.string().describe('HMAC-SHA-256 over the same text, hex'),
  key_id: z.string().describe('first 16 hex digits of the SHA-256 of the public key'),
  hmac_ok_hint: z.string().describe('who can check the HMAC, and how'),
  verify: z.string().describe('where it can be checked, free'),
  public_key: z.string().describe('where the public key is, for a check without us'),
})

export type Receipt = z.output<typeof Receipt>

/** Validates the fields of a receipt request. Throws `invalidFields` (422) that names every invalid field. */
export function readReceiptFields(value: unknown): ReceiptFields {
  const wish = Wish.safeParse(value)
  if (wish.success) return wish.data
  throw invalidFields(
    ...wish.error.issues.map(({ path, message, code }) => ({
      path: path.map((part) => (typeof part === 'number' ? part : String(part))),
      msg: `Value error, ${message}`,
      ...(code === 'invalid_type' ? { type: 'missing', msg: 'A text is required' } : {}),
    })),
  )
}

/** Returns the signed text: `agent_id|action|payload_digest|nonce|quote|ts|rt:raw` as UTF-8, nothing trimmed. */
export const signedText = (fields: Record<(typeof SIGNED_FIELDS)[number], string>): string =>
  [...SIGNED_FIELDS.map((name) => fields[name]), TYPE_MARKER].join('|')

const HMAC_HINT =
  'HMAC-SHA-256 over the signed text, under a key only this service has: the verify address checks it. ' +
  'Without us, check the signature with the public key.'

/** Returns the members that tell how to verify a receipt; not signed. `baseUrl` has no trailing slash. */
export function receiptPointers(baseUrl: string): Pick<Receipt, 'hmac_ok_hint' | 'verify' | 'public_key'> {
  const route = `${baseUrl}/api/v1/outcomes/action-receipt`
  return { hmac_ok_hint: HMAC_HINT, verify: `${route}/verify`, public_key: `${route}/public-key` }
}
