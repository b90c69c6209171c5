import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { offerReceiptExtensionLint } from './outcome.ts'
import { PAYEE, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

const run = (input: unknown) => offerReceiptExtensionLint.run(input, fakeContext())

test('offer-receipt-extension-lint: judges the example of the extension, whose signature is a placeholder', async () => {
  const url = 'https://api.example.com/premium-data'
  const terms = { scheme: 'exact', network: 'eip155:8453', amount: '10000', asset: USDC_BASE, payTo: PAYEE }
  const payload = { version: 1, resourceUrl: url, ...terms, validUntil: 1_703_123_516 }
  const body = {
    x402Version: 2,
    resource: { url, description: 'Access to premium market data', mimeType: 'application/json' },
    accepts: [{ ...terms, maxTimeoutSeconds: 60 }],
    extensions: {
      'offer-receipt': {
        info: { offers: [{ format: 'eip712', acceptIndex: 0, payload, signature: '0x1234567890abcdef...' }] },
        schema: { type: 'object' },
      },
    },
  }
  expect(await run({ body })).toMatchObject({
    decision: 'no-go',
    offers: [{ matches_accept: 0, expired: true, signature_valid: false }],
    findings: expect.arrayContaining([
      expect.objectContaining({ code: 'OR_SIGNATURE_MALFORMED', severity: 'error' }),
      expect.objectContaining({ code: 'OR_EXPIRED', severity: 'warning' }),
    ]),
  })
  expect(await run({ body, now: '2023-12-21T00:00:00Z' })).toMatchObject({ offers: [{ expired: false }] })
})

test('offer-receipt-extension-lint: needs a document or a settlement, before any charge', () => {
  expect(() => offerReceiptExtensionLint.check?.({})).toThrow(Refusal)
  expect(() => offerReceiptExtensionLint.check?.({ settlement: {} })).not.toThrow()
})
