import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { createReceiptSigner } from '#shared/money/receipts/sign-receipt.ts'

const Fields = z.record(z.enum(['agent_id', 'action', 'payload_digest', 'nonce', 'quote', 'ts']), z.string())
const Vectors = z.object({
  profile: z.string(),
  signed_text: z.string(),
  test_key: z.object({
    seed_hex: z.string(),
    public_key_hex: z.string(),
    key_id: z.string(),
    hmac_key_hex: z.string(),
  }),
  vectors: z.array(
    z.object({
      name: z.string(),
      fields: Fields,
      signed_text: z.string(),
      signed_text_sha256: z.string(),
      signature: z.string(),
      hmac: z.string(),
    }),
  ),
  receipt: z.record(z.string(), z.string()),
  invalid: z.array(
    z.object({
      name: z.string(),
      change: z.record(z.string(), z.string()),
      fails: z.enum(['shape', 'digest', 'signature', 'hmac', 'age']),
    }),
  ),
  refused: z.array(z.object({ name: z.string(), field: z.string(), value: z.string() })),
})

/** The published conformance vectors (docs/receipt-vectors.json). */
export const receiptVectors = Vectors.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../docs/receipt-vectors.json'), 'utf8')),
)

const { seed_hex, hmac_key_hex } = receiptVectors.test_key

export const testHmacKey = Buffer.from(hmac_key_hex, 'hex')

/** A signer with the published test keys. */
export const testSigner = createReceiptSigner(
  { seed: Buffer.from(seed_hex, 'hex'), hmacKey: testHmacKey },
  'https://farebox.example',
)

/** Returns a valid receipt request with these changes. */
export const receiptWish = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  agent_id: 'agent-7',
  action: 'deploy',
  payload_digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  nonce: 'nonce-0001',
  quote: '25',
  ...changes,
})
