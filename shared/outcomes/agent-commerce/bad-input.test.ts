import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import type { Outcome } from '../define.ts'
import { failureClassifier } from './402-failure-classifier/outcome.ts'
import { acceptsNetworkSelect } from './accepts-network-select/outcome.ts'
import { auditFieldMatrix } from './audit-field-matrix/outcome.ts'
import { citationJoinCheck } from './citation-join-check/outcome.ts'
import { constraintReceiptVerify } from './constraint-receipt-verify/outcome.ts'
import { facilitatorPayloadLint } from './facilitator-payload-lint/outcome.ts'
import { hireDoneWhenLint } from './hire-done-when-lint/outcome.ts'
import { mcpToolSettleGate } from './mcp-tool-settle-gate/outcome.ts'
import { offerReceiptExtensionLint } from './offer-receipt-extension-lint/outcome.ts'
import { openapiX402OperationMap } from './openapi-x402-operation-map/outcome.ts'
import { paymentRequiredHeaderBudget } from './payment-required-header-budget/outcome.ts'
import { paymentRequiredLint } from './payment-required-lint.ts'
import { paymentResponseBind } from './payment-response-bind/outcome.ts'
import { readbackReceipt } from './readback-receipt/outcome.ts'
import { settlementWebhookContractLint } from './settlement-webhook-contract-lint/outcome.ts'
import {
  base64,
  baseAccept,
  goodDocument,
  PAYEE,
  SOLANA,
  signingContext,
  USDC_BASE,
} from '#test/support/fakes/payment-documents.ts'
import { verifySettleResponseDelta } from './verify-settle-response-delta/outcome.ts'

/** Names that the documents of x402 use, so that made-up ones get past the first look. */
const NAMES =
  'x402Version accepts accepted payload signature authorization from to value validAfter validBefore nonce scheme ' +
  'network asset payTo amount maxAmountRequired maxTimeoutSeconds extra name version resource url description ' +
  'extensions offer-receipt info offers receipt acceptIndex format validUntil issuedAt payer transaction success ' +
  'isValid errorReason invalidReason permit2Authorization permitted token witness deadline spender feePayer memo ' +
  'x-payment-info price paths openapi get post responses 402 id type status occurred_at livemode schema properties ' +
  'required $ref field op decision_ref payload_digest ts agent_id action balances kind binding headers body __proto__'
const VALUES = [
  1,
  2,
  -1,
  1e300,
  -1e300,
  2 ** 53,
  0.1,
  '',
  '0',
  '20000',
  '1e400',
  'exact',
  'upto',
  'eip155:8453',
  'base',
  SOLANA,
  USDC_BASE,
  `0x${'11'.repeat(65)}`,
  `0x${'0'.repeat(64)}`,
  '9'.repeat(90),
  'https://a.test/r',
  '2026-01-01T00:00:00Z',
  'a'.repeat(70),
  'AQ==',
  '\u{D800}',
  'null',
  '{"x402Version":2}',
  base64(goodDocument()),
  '3.1.0',
  '#/a',
  true,
  null,
]

const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(...VALUES),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES.split(' ')), tie('node'), { maxKeys: 6 }),
    fc.jsonValue({ maxDepth: 2 }),
  ),
}))

const SAMPLES = fc.sample(node, { numRuns: 3_000, seed: 402 })

const outcomes: readonly Outcome[] = [
  failureClassifier,
  acceptsNetworkSelect,
  auditFieldMatrix,
  citationJoinCheck,
  constraintReceiptVerify,
  facilitatorPayloadLint,
  hireDoneWhenLint,
  mcpToolSettleGate,
  offerReceiptExtensionLint,
  openapiX402OperationMap,
  paymentRequiredHeaderBudget,
  paymentRequiredLint,
  paymentResponseBind,
  readbackReceipt,
  settlementWebhookContractLint,
  verifySettleResponseDelta,
]

const SETTLED = { transaction: `0x${'1'.repeat(64)}`, network: 'eip155:8453', payer: PAYEE }
const OFFER = {
  version: 1,
  resourceUrl: 'https://a.test/r',
  scheme: 'exact',
  network: 'eip155:8453',
  asset: USDC_BASE,
  payTo: PAYEE,
  amount: '20000',
  validUntil: 1_767_225_600,
}
const GOOD_PAYMENT = {
  x402Version: 2,
  resource: { url: 'https://a.test/r' },
  accepted: baseAccept(),
  payload: {
    signature: `0x${'11'.repeat(64)}1b`,
    authorization: {
      from: PAYEE,
      to: PAYEE,
      value: '20000',
      validAfter: '0',
      validBefore: '1795000000',
      nonce: `0x${'22'.repeat(32)}`,
    },
  },
}

/** A body as it should be, so that one wrong part reaches the far end of its outcome. */
const wellFormed = (outcome: Outcome): Record<string, unknown> => ({
  ...outcome.example.input,
  ...Object.fromEntries(Object.entries(GOOD).filter(([name]) => Object.hasOwn(outcome.input.shape, name))),
  ...GOOD_OF[outcome.slug],
})

const GOOD = {
  payment: GOOD_PAYMENT,
  payment_payload: GOOD_PAYMENT,
  payload: GOOD_PAYMENT,
  now: '2026-11-20T12:00:00Z',
}
const GOOD_OF: Readonly<Record<string, Record<string, unknown>>> = {
  '402-failure-classifier': { status: 402, body: goodDocument(), headers: { 'retry-after': '3' } },
  'accepts-network-select': { accepts: goodDocument() },
  'audit-field-matrix': { receipt: { success: true, ...SETTLED, time: 1_767_225_600, amount: '20000' } },
  'constraint-receipt-verify': { receipt: { format: 'eip712', payload: OFFER, signature: `0x${'11'.repeat(64)}1b` } },
  'mcp-tool-settle-gate': { accepts: goodDocument().accepts, wallet_kind: 'eoa' },
  'offer-receipt-extension-lint': {
    body: goodDocument({
      extensions: {
        'offer-receipt': {
          info: { offers: [{ format: 'eip712', acceptIndex: 0, payload: OFFER, signature: `0x${'11'.repeat(64)}1b` }] },
        },
      },
    }),
    settlement: {
      success: true,
      ...SETTLED,
      extensions: {
        'offer-receipt': {
          info: {
            receipt: {
              format: 'eip712',
              payload: {
                version: 1,
                network: 'eip155:8453',
                resourceUrl: 'https://a.test/r',
                payer: PAYEE,
                issuedAt: 1_767_225_600,
              },
              signature: `0x${'11'.repeat(64)}1b`,
            },
          },
        },
      },
    },
  },
  'payment-required-header-budget': { body: goodDocument() },
  'payment-required-lint': {
    body: goodDocument({ extensions: { bazaar: { info: { input: {} }, schema: { type: 'object' } } } }),
  },
  'settlement-webhook-contract-lint': {
    payload: { id: 'e1', type: 'payment.settled', status: 'settled', amount: '1', livemode: true, ...SETTLED },
  },
  'verify-settle-response-delta': {
    settle: { success: true, amount: '20000', ...SETTLED },
    requirements: baseAccept(),
  },
}

/** Puts a value in place of one part of a body, which part the number says. */
function withPart(body: unknown, at: number, part: unknown): unknown {
  const places: (readonly string[])[] = []
  const look = (value: unknown, path: readonly string[]) => {
    if (path.length > 0) places.push(path)
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) look(inner, [...path, key])
  }
  look(body, [])
  const path = places[at % places.length] ?? []
  const copy: unknown = structuredClone(body)
  const last = path.at(-1) ?? ''
  const holder = path.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(Object(value), key), copy)
  Reflect.set(Object(holder), last, part)
  return copy
}

async function judge(outcome: Outcome, body: unknown): Promise<void> {
  const parsed = outcome.input.safeParse(body)
  if (!parsed.success) return
  const answer = await (async () => {
    outcome.check?.(parsed.data)
    return outcome.run(body, signingContext())
  })().catch((error: unknown) => (error instanceof Refusal ? error : Promise.reject(error)))
  expect(answer).toBeTypeOf('object')
}

const numRuns = Number(process.env['RUNS'] ?? 100)

describe('made-up bodies are refused or answered, never a crash, and the answer is of the declared form', () => {
  test.each(outcomes.map((outcome) => [outcome.slug, outcome] as const))('%s', async (_, outcome) => {
    const fields = Object.fromEntries(
      Object.entries(outcome.input.shape).map(([name, schema]) => {
        const words = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }).enum ?? []
        const pool = [outcome.example.input[name], ...words, ...SAMPLES].filter(
          (value) => schema.safeParse(value).success,
        )
        return [name, fc.constantFrom(...pool)]
      }),
    )
    const made = fc.record(fields, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(made, (body) => judge(outcome, body)),
      { numRuns },
    )
    const broken = fc.tuple(fc.nat(), node).map(([at, part]) => withPart(wellFormed(outcome), at, part))
    await fc.assert(
      fc.asyncProperty(broken, (body) => judge(outcome, body)),
      { numRuns },
    )
  })
})
