import { isPaymentPayload } from '@x402/core/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { baseAccept, base64, PAYEE } from '#test/support/fakes/payment-documents.ts'

import { facilitatorPayloadRules } from '#shared/engines/x402/payment/facilitator-payload.rules.ts'
import { facilitatorNamed } from './facilitators.rules.ts'
import { lintFacilitatorPayload } from './lint-facilitator-payload.ts'

const NOW = 1_795_000_000
const lint = (payment: unknown, more: Partial<Parameters<typeof lintFacilitatorPayload>[0]> = {}) =>
  lintFacilitatorPayload({ payment, facilitator: 'cdp', nowMs: NOW * 1000, ...more })
const codesOf = ({ findings }: ReturnType<typeof lint>) => findings.map(({ code }) => code)

/** A smart wallet's payment: nothing but the form can be judged, so that the form alone is at fault. */
const formed = (changes: Record<string, unknown> = {}, accept: Record<string, unknown> = {}) => ({
  x402Version: 2,
  resource: { url: 'https://a.test/r' },
  accepted: baseAccept(accept),
  payload: {
    signature: `0x${'11'.repeat(100)}`,
    authorization: {
      from: PAYEE,
      to: PAYEE,
      value: '20000',
      validAfter: '0',
      validBefore: String(NOW + 60),
      nonce: `0x${'22'.repeat(32)}`,
    },
  },
  extensions: {},
  ...changes,
})

test('facilitator-payload-lint: reads objects, JSON, header values and whole verify requests', () => {
  const request = { x402Version: 2, paymentPayload: formed(), paymentRequirements: baseAccept() }
  for (const sent of [formed(), JSON.stringify(formed()), base64(formed()), request, JSON.stringify(request)])
    expect(lint(sent)).toMatchObject({ decision: 'go', x402_version: 2 })
  expect(lint({ ...request, paymentRequirements: baseAccept({ amount: '1' }) })).toMatchObject({ decision: 'no-go' })
  const urlSafe = Buffer.from(JSON.stringify(formed({ resource: { url: 'https://a.test/???>>>' } }))).toString(
    'base64url',
  )
  expect(codesOf(lint(urlSafe))).toContain('base64url')
})

test.each([
  ['not_decodable', 'no json', 'invalid_payload'],
  ['not_an_object', [1], 'invalid_payload'],
  ['unsupported_version', { x402Version: 3 }, 'invalid_x402_version'],
  ['unsupported_version', formed({ x402Version: '2' }), 'invalid_x402_version'],
  ['missing_field', formed({ payload: undefined }), 'invalid_payload'],
  ['missing_field', formed({ accepted: undefined }), 'invalid_payload'],
  ['missing_field', formed({}, { network: undefined }), 'invalid_payload'],
  ['requirements_invalid', formed({}, { payTo: undefined }), 'invalid_payment_requirements'],
  ['unsupported_scheme', formed({}, { scheme: 'subscription' }), 'unsupported_scheme'],
  ['facilitator_network_unsupported', formed({}, { network: 'eip155:1' }), 'invalid_network'],
  ['network_malformed', formed({}, { network: 'base' }), 'invalid_network'],
  ['missing_eip712_domain', formed({}, { extra: {} }), 'invalid_payment_requirements'],
  [
    'description_too_long',
    formed({ resource: { url: 'https://a.test', description: 'x'.repeat(501) } }),
    'invalid_payload',
  ],
])('facilitator-payload-lint: %s', (code, sent, predicted) => {
  const verdict = lint(sent)
  expect(codesOf(verdict)).toContain(code)
  expect(verdict).toMatchObject({ decision: 'no-go', predicted_error: predicted })
})

describe('facilitator-payload-lint: profiles', () => {
  test('are found by name, by host and by URL; nothing is guessed of others', () => {
    expect(facilitatorNamed('https://api.cdp.coinbase.com/platform/v2/x402')?.id).toBe('cdp')
    expect(facilitatorNamed('facilitator.payai.network')?.id).toBe('payai')
    expect(facilitatorNamed('X402.org')?.id).toBe('x402.org')
    expect(lint(formed(), { facilitator: 'https://pay.example/x402' })).toMatchObject({
      decision: 'review',
      facilitator: { supported: null, as_of: null },
      findings: expect.arrayContaining([expect.objectContaining({ code: 'unknown_facilitator' })]),
    })
    expect(lint(formed(), { facilitator: 'self' })).toMatchObject({ decision: 'go', facilitator: { supported: null } })
    expect(lint(formed(), { facilitator: 'x402.org' })).toMatchObject({ facilitator: { supported: false } })
  })
})

describe('facilitator-payload-lint: next to the schemas of @x402/core', () => {
  const breakages = fc.constantFrom<Record<string, unknown>>(
    {},
    { x402Version: 1 },
    { x402Version: undefined },
    { resource: undefined },
    { resource: null },
    { resource: { url: 1 } },
    { accepted: undefined },
    { accepted: null },
    { accepted: baseAccept({ amount: 5 }) },
    { accepted: baseAccept({ maxTimeoutSeconds: 'x' }) },
    { accepted: baseAccept({ payTo: undefined }) },
    { accepted: baseAccept({ scheme: '' }) },
    { payload: [] },
    { payload: 'x' },
    { extensions: 5 },
    { extensions: null },
  )

  test('what the lint passes, core parses', () => {
    fc.assert(
      fc.property(breakages, breakages, (one, two) => {
        const sent = JSON.parse(JSON.stringify(formed({ ...one, ...two })))
        expect(!lint(sent).valid || isPaymentPayload(sent)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

test('facilitator-payload-lint: every rule tells what a facilitator answers, in words of the specification, and none leaves a gap open', () => {
  for (const [code, rule] of Object.entries(facilitatorPayloadRules)) {
    expect([code, 'predicts' in rule]).toEqual([code, rule.severity === 'error'])
    expect(rule.message).toMatch(/[.}]$/)
  }
  const sent = formed(
    { x402Version: 2, resource: { url: 'x', description: 'y'.repeat(600) } },
    { network: 'base', extra: {} },
  )
  for (const { message, fix } of lint(sent).findings) expect(`${message} ${fix ?? ''}`).not.toMatch(/\{\w+\}/)
})
