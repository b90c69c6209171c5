import { expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { facilitatorPayloadLint } from './outcome.ts'
import { PAYEE, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

const run = (input: unknown) => facilitatorPayloadLint.run(input, fakeContext())

/** The example of x402 v2, 5.2.1. */
const published = {
  x402Version: 2,
  resource: {
    url: 'https://api.example.com/premium-data',
    description: 'Access to premium market data',
    mimeType: 'application/json',
  },
  accepted: {
    scheme: 'exact',
    network: 'eip155:84532',
    amount: '10000',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payTo: PAYEE,
    maxTimeoutSeconds: 60,
    extra: { name: 'USDC', version: '2' },
  },
  payload: {
    signature:
      '0x2d6a7588d6acca505cbf0d9a4a227e0c52c6c34008c8e8986a1283259764173608a2ce6496642e377d6da8dbbf5836e9bd15092f9ecab05ded3d6293af148b571c',
    authorization: {
      from: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
      to: PAYEE,
      value: '10000',
      validAfter: '1740672089',
      validBefore: '1740672154',
      nonce: '0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480',
    },
  },
  extensions: {},
}

test('facilitator-payload-lint: recovers the signer of the example of the specification', async () => {
  expect(await run({ payment_payload: published, now: '2025-02-27T16:02:00Z' })).toMatchObject({
    decision: 'go',
    recovered_signer: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
    signer_matches: true,
    seconds_to_expiry: 34,
    predicted_error: null,
  })
})

test('facilitator-payload-lint: sees that it has expired by now', async () => {
  expect(await run({ payment_payload: published, now: '2026-01-01T00:00:00Z' })).toMatchObject({
    decision: 'no-go',
    findings: [expect.objectContaining({ code: 'expired', severity: 'error' })],
    predicted_error: 'invalid_exact_evm_payload_authorization_valid_before',
  })
  expect(await run({ payment_payload: published })).toMatchObject({ decision: 'no-go' })
})

test('facilitator-payload-lint: names every missing member of an authorization', async () => {
  const accepted = {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '10000',
    asset: USDC_BASE,
    payTo: PAYEE,
    maxTimeoutSeconds: 60,
  }
  const payload = { signature: '0x12', authorization: {} }
  const missing = ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'].map((name) =>
    expect.objectContaining({ code: 'missing_authorization_field', path: `/payload/authorization/${name}` }),
  )
  expect(await run({ payment_payload: { x402Version: 2, accepted, payload } })).toMatchObject({
    findings: expect.arrayContaining([...missing, expect.objectContaining({ code: 'bad_signature_length' })]),
  })
})

test('facilitator-payload-lint: knows two versions', async () => {
  expect(await run({ payment_payload: { x402Version: 3 } })).toMatchObject({
    decision: 'no-go',
    predicted_error: 'invalid_x402_version',
    payload: { scheme: null, payer: null },
    request_body: null,
  })
})
