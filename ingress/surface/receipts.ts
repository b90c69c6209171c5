import { readFile } from 'node:fs/promises'

import { z } from 'zod'

import { jsonObject } from '#shared/lib/bounded-record.ts'
import { receiptHmacKey } from '#shared/money/receipts/hmac-key.ts'
import { jwkOf, ReceiptKey } from '#shared/money/receipts/public-key.ts'
import { Receipt, receiptPointers, SIGNED_FIELDS, signedText } from '#shared/money/receipts/receipt.ts'
import { SAMPLE_PUBLIC_KEY_HEX, SAMPLE_RECEIPT } from '#shared/money/receipts/sample-receipt.ts'
import { Verification, verifyReceipt } from '#shared/money/receipts/verify-receipt.ts'

import type { IngressDeps } from '../deps.ts'
import { type Route, route } from '../http/route.ts'
import { JSON_TYPE } from '../discovery/live-document.ts'
import { DISCOVERY_TAG } from '../discovery/openapi/route-operation.ts'
import { sendDocument, type TextDocument, textDocument } from '../discovery/text-document.ts'
import { receiptKeys } from './receipts-keys.ts'
import { sentReceipt } from './receipts-sent.ts'

const PATH = '/api/v1/outcomes/action-receipt'
const ONE_MINUTE = { 'Cache-Control': 'public, max-age=60' }
const SAMPLE_NOTE = 'This is the free sample: its keys are published, so it shows the form and proves nothing.'

/** The published vectors, as they stand in the documentation. */
const VECTORS = new URL('../../docs/receipt-vectors.json', import.meta.url)

const VectorsAnswer = z.looseObject({
  profile: z.literal('action-receipt-v1-rt'),
  signed_text: z.string(),
  test_key: z.looseObject({ public_key_hex: z.string(), seed_hex: z.string() }),
  vectors: z.array(z.looseObject({ name: z.string(), signed_text: z.string(), signature: z.string() })),
  receipt: z.looseObject({}),
  invalid: z.array(z.looseObject({ name: z.string(), change: z.looseObject({}), fails: z.string() })),
  refused: z.array(z.looseObject({ name: z.string(), field: z.string() })),
})
const Jwk = ReceiptKey.pick({ kty: true, crv: true, x: true, kid: true, alg: true, use: true })
const PublicKeyAnswer = ReceiptKey.extend({
  ok: z.literal(true),
  key_id: z.string().describe('the same as kid, as receipts call it'),
  signed_text: z.string().describe('the text that is signed: these fields joined by pipes, as UTF-8'),
  retired_keys: z.array(ReceiptKey).describe('earlier keys whose receipts still count'),
  vectors: z.string().describe('where the conformance vectors are'),
})
const VerifyAnswer = z.object({
  ok: z.literal(true),
  ...Verification.shape,
  covers: z.array(z.enum(SIGNED_FIELDS)).describe('what the signature covers; every other field may have been changed'),
})
const SampleAnswer = Receipt.extend({
  sample: z.literal(true),
  note: z.string(),
  signed_text: z.string().describe('what the signature and the HMAC are over'),
  sample_public_key_hex: z.string().describe('the key of the sample alone'),
  vectors: z.string().describe('where the conformance vectors are'),
})
const maxAge = 'seconds since ts after which the receipt no longer counts; without it, it does not age'

/** Free routes to verify action receipts: public keys, verification, a sample. The ingress never signs. */
export function receiptRoutes(deps: Pick<IngressDeps, 'config' | 'log' | 'now'>): readonly Route[] {
  const { publicBaseUrl, SERVER_SECRET } = deps.config
  const keysInForce = receiptKeys(deps)
  const hmacKey = receiptHmacKey(SERVER_SECRET)
  const vectorsUrl = `${publicBaseUrl}${PATH}/vectors`
  let read: Promise<TextDocument> | null = null
  const vectors = () => (read ??= readFile(VECTORS, 'utf8').then((text) => textDocument(text, JSON_TYPE)))
  const about = { tag: 'receipts', credential: 'none', limit: 'discovery' } as const

  const verified = async (receipt: unknown, more: { payload?: unknown; maxAgeS: number | undefined }) => {
    const found = verifyReceipt(receipt, { keys: await keysInForce(), hmacKey, now: deps.now(), ...more })
    const reason = found.kid === SAMPLE_RECEIPT.key_id ? SAMPLE_NOTE : found.reason
    return {
      headers: { 'Cache-Control': 'no-store' },
      body: { ok: true, ...found, reason, covers: SIGNED_FIELDS },
    }
  }

  return [
    route({
      ...about,
      method: 'GET',
      path: `${PATH}/public-key`,
      summary: 'The public key of action receipts, to check them without us',
      reply: PublicKeyAnswer,
      refusals: ['unavailable'],
      async handle() {
        const [key, ...retired] = await keysInForce()
        const signed_text = [...SIGNED_FIELDS, 'rt:raw'].join('|')
        return {
          headers: ONE_MINUTE,
          body: { ok: true, ...key, key_id: key?.kid, signed_text, retired_keys: retired, vectors: vectorsUrl },
        }
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: '/.well-known/jwks.json',
      summary: 'The public keys of action receipts as a JWK Set (RFC 7517)',
      reply: z.object({ keys: z.array(Jwk) }),
      refusals: ['unavailable'],
      handle: async () => ({ headers: ONE_MINUTE, body: { keys: (await keysInForce()).map(jwkOf) } }),
    }),
    route({
      ...about,
      method: 'GET',
      path: `${PATH}/verify`,
      summary: 'Check an action receipt; one that is not valid is an answer, not an error',
      query: z.object({
        receipt: z.string().max(32_768).describe('base64url of the receipt as JSON'),
        max_age_s: z
          .string()
          .regex(/^\d{1,9}$/)
          .transform(Number)
          .optional()
          .describe(maxAge),
      }),
      reply: VerifyAnswer,
      refusals: ['unavailable'],
      handle: ({ query }) => verified(sentReceipt(query.receipt, 'query'), { maxAgeS: query.max_age_s }),
    }),
    route({
      ...about,
      method: 'POST',
      path: `${PATH}/verify`,
      summary: 'Check an action receipt, and that it is about a payload',
      body: z.looseObject({
        receipt: z
          .union([jsonObject(200), z.string().max(65_536)])
          .optional()
          .describe('the receipt, or base64url of its JSON; a body without this member is the receipt itself'),
        payload: z
          .unknown()
          .optional()
          .describe('what payload_digest should be of: a text as UTF-8, anything else as RFC 8785 JSON'),
        max_age_s: z.int().min(0).max(999_999_999).optional().describe(maxAge),
      }),
      reply: VerifyAnswer,
      refusals: ['unavailable'],
      handle({ body }) {
        const sent = body.receipt ?? ('signature' in body || 'profile' in body ? body : undefined)
        return verified(sentReceipt(sent, 'body'), { payload: body.payload, maxAgeS: body.max_age_s })
      },
    }),
    route({
      ...about,
      method: 'GET',
      path: `${PATH}/vectors`,
      summary: 'Conformance vectors of action receipts: what a verifier has to accept and to refuse',
      tag: DISCOVERY_TAG,
      reply: VectorsAnswer,
      handle: async (request) => sendDocument(request, await vectors()),
    }),
    route({
      ...about,
      method: 'GET',
      path: `${PATH}/sample`,
      summary: 'A receipt of the form a paid one has, signed with published test keys',
      reply: SampleAnswer,
      handle: () => ({
        headers: ONE_MINUTE,
        body: {
          ...SAMPLE_RECEIPT,
          ...receiptPointers(publicBaseUrl),
          sample: true,
          note: SAMPLE_NOTE,
          signed_text: signedText(SAMPLE_RECEIPT),
          sample_public_key_hex: SAMPLE_PUBLIC_KEY_HEX,
          vectors: vectorsUrl,
        },
      }),
    }),
  ]
}
