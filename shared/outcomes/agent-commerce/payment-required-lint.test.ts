import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { paymentRequiredLint } from './payment-required-lint.ts'
import { PAYEE, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

const run = (input: unknown) => paymentRequiredLint.run(input, fakeContext())
const entry = { scheme: 'exact', asset: USDC_BASE, payTo: PAYEE, maxTimeoutSeconds: 60 }

describe('payment-required-lint', () => {
  test('finds no error in the example of the specification', async () => {
    const body = {
      x402Version: 2,
      error: 'PAYMENT-SIGNATURE header is required',
      resource: {
        url: 'https://api.example.com/premium-data',
        description: 'Access to premium market data',
        mimeType: 'application/json',
      },
      accepts: [
        {
          ...entry,
          network: 'eip155:84532',
          amount: '10000',
          asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
          extra: { name: 'USDC', version: '2' },
        },
      ],
      extensions: {},
    }
    expect(await run({ body })).toMatchObject({ x402_version: 2, valid: true, summary: { errors: 0 } })
  })

  test('gives CAIP-2 for the name of a network', async () => {
    const accepts = [{ ...entry, network: 'base', amount: '1000', extra: { name: 'USD Coin', version: '2' } }]
    expect(await run({ body: { x402Version: 2, resource: { url: 'https://a.test/r' }, accepts } })).toMatchObject({
      decision: 'no-go',
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'PR_NETWORK_NOT_CAIP2', path: '/accepts/0/network', fix: 'eip155:8453' }),
      ]),
    })
  })

  test('gives the atomic amount for a float, and the name the token signs by', async () => {
    const accepts = [{ ...entry, network: 'eip155:8453', amount: 0.01, extra: { name: 'USDC', version: '2' } }]
    expect(await run({ body: { x402Version: 2, resource: { url: 'https://a.test/r' }, accepts } })).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'PR_AMOUNT_NOT_ATOMIC', severity: 'error', fix: '10000' }),
        expect.objectContaining({ code: 'PR_EIP712_DOMAIN', severity: 'error', fix: 'USD Coin' }),
      ]),
    })
  })

  test('needs body or headers, and refuses what is nested too deep, before any charge', () => {
    expect(() => paymentRequiredLint.check?.({})).toThrow(Refusal)
    let deep: unknown = 1
    for (let level = 0; level < 200; level += 1) deep = { deep }
    expect(() => paymentRequiredLint.check?.({ body: deep })).toThrow(Refusal)
    expect(() => paymentRequiredLint.check?.({ headers: {} })).not.toThrow()
  })
})
