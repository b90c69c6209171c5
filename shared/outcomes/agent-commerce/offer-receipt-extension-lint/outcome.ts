import { z } from 'zod'

import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const text = z.string().nullable()
const document = z.union([z.looseObject({}), z.string().max(262_144)]).optional()
const verified = {
  format: z.enum(['eip712', 'jws']).nullable(),
  payload: z.looseObject({}).nullable(),
  signature_valid: z.boolean().nullable().describe('null when it could not be checked offline'),
  signer: text.describe('address that signed (eip712)'),
  kid: text.describe('key id (jws)'),
  authorized: z.enum(['payto', 'did', 'unknown']).describe('who vouches for the signer'),
}

export const offerReceiptExtensionLint = defineOutcome({
  slug: 'offer-receipt-extension-lint',
  title: 'Offer and receipt extension lint',
  description:
    'Lints and cryptographically verifies x402 signed offers and receipts (extension offer-receipt): canonical EIP-712 ' +
    'and JWS (EdDSA, ES256, ES256K; did:key and did:jwk offline), terms matched field by field against accepts, expiry, ' +
    'age, payer and resource.',
  cents: 2,
  impulse: true,
  isolation: 'thread',
  decisions: lintDecisions,
  types: {
    takes: { body: 'x402-offer', settlement: 'json', expected: 'json', jwk: 'json' },
    gives: { decision: 'decision' },
    either: ['body', 'settlement'],
  },
  input: () =>
    z.object({
      body: document.describe('402 document carrying extensions["offer-receipt"].info.offers'),
      settlement: document.describe('settlement response carrying info.receipt (or PAYMENT-RESPONSE base64)'),
      expected: z
        .object({
          resource_url: z.string().max(2_048).optional(),
          payer: z.string().max(200).optional(),
          network: z.string().max(100).optional(),
          pay_to: z.string().max(200).optional(),
        })
        .optional()
        .describe('{resource_url, payer, network, pay_to}'),
      jwk: z.looseObject({}).optional().describe('key for JWS artifacts; did:key and did:jwk are resolved offline'),
      max_age_s: z.int().min(0).max(31_536_000).default(86_400).describe('receipt freshness'),
      now: nowInput,
    }),
  output: () =>
    z.object({
      ...lintFields,
      offers: z.array(
        z.object({
          index: z.int(),
          ...verified,
          accept_index: z.int().nullable(),
          matches_accept: z.int().nullable().describe('found by terms, never by index'),
          expired: z.boolean().nullable(),
        }),
      ),
      receipt: z.object({ ...verified, age_s: z.int().nullable(), has_transaction: z.boolean() }).nullable(),
      coverage: z.object({ accepts: z.int(), with_offer: z.int(), without_offer: z.int() }),
    }),
  example: exampleFrom(example),
  check: ({ body, settlement, jwk }) => {
    if (body === undefined && settlement === undefined)
      throw invalidFields({ path: ['body'], msg: 'Value error, body or settlement is needed' })
    for (const [name, value] of Object.entries({ body, settlement, jwk })) refuseDeep(name, value)
  },
  run: async ({ body, settlement, expected = {}, jwk, max_age_s, now }, ctx) => {
    const { lintOfferReceipt } = await import('./lint-offer-receipt.ts')
    const nowMs = instantOf(now) ?? ctx.now().getTime()
    return lintOfferReceipt({ body, settlement, expected, jwk, maxAgeS: max_age_s, nowMs })
  },
})
