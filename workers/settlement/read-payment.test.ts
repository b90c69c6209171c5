import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { BASE, BASE_USDC, SOLANA, SOLANA_USDC } from '#shared/chains/networks.ts'

import { readPayment } from './read-payment.ts'

const FROM = '0x52908400098527886E0F7030069857D2E4169EE7'
const TO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const NONCE = `0x${'AB'.repeat(32)}`
const authorization = { from: FROM, to: TO, value: '20000', validAfter: '0', validBefore: '2000000000', nonce: NONCE }
const payload = { authorization, signature: `0x${'1b'.repeat(65)}` }
const wanted = { scheme: 'exact', network: BASE, asset: BASE_USDC, amount: '20000', payTo: TO, maxTimeoutSeconds: 60 }
const v2 = (change: { payload?: object; accepted?: object; wanted?: object } = {}) => ({
  x402Version: 2,
  paymentPayload: {
    x402Version: 2,
    accepted: { ...wanted, ...change.accepted },
    payload: { ...payload, ...change.payload },
  },
  paymentRequirements: { ...wanted, extra: { name: 'USD Coin', version: '2' }, ...change.wanted },
})
const v1 = {
  x402Version: 1,
  paymentPayload: { x402Version: 1, scheme: 'exact', network: 'base', payload },
  paymentRequirements: {
    scheme: 'exact',
    network: 'base',
    asset: BASE_USDC,
    maxAmountRequired: '20000',
    payTo: TO,
    extra: null,
  },
}
const KEY = `${BASE}:${BASE_USDC}:${FROM}:${NONCE}`.toLowerCase()

describe('a payment', () => {
  test('is the same in both versions, its key in lower case', () => {
    const read = [readPayment(v2()), readPayment(v1)]
    for (const one of read)
      expect(one).toMatchObject({ network: BASE, key: KEY, payer: FROM.toLowerCase(), amount: 20_000n })
    expect(read).toMatchObject([{ wireNetwork: BASE }, { wireNetwork: 'base' }])
  })

  test('has one key however its addresses and nonce are written', () => {
    const upper = {
      from: `0x${FROM.slice(2).toUpperCase()}`,
      to: `0x${TO.slice(2).toLowerCase()}`,
      nonce: NONCE.toLowerCase(),
    }
    expect(readPayment(v2({ payload: { authorization: { ...authorization, ...upper } } }))).toMatchObject({ key: KEY })
  })

  test.each([
    ['nothing', null, 'invalid_payload'],
    ['a future version', { paymentPayload: { x402Version: 3 } }, 'invalid_x402_version'],
    ['no requirements', { ...v2(), paymentRequirements: undefined }, 'invalid_payment_requirements'],
    ['another scheme', v2({ wanted: { scheme: 'upto' } }), 'unsupported_scheme'],
    ['a test network', v2({ wanted: { network: 'eip155:84532' } }), 'invalid_network'],
    ['two networks', v2({ accepted: { network: SOLANA } }), 'invalid_network'],
    ['another token', v2({ wanted: { asset: TO } }), 'invalid_payment_requirements'],
    [
      'a token that looks like USDC',
      v2({ wanted: { network: SOLANA, asset: SOLANA_USDC.toLowerCase() }, accepted: { network: SOLANA } }),
      'invalid_payload',
    ],
    ['a price in words', v2({ wanted: { amount: '1e4' } }), 'invalid_payment_requirements'],
    ['Permit2 beside it', v2({ payload: { permit2Authorization: {} } }), 'unsupported_payload_type'],
    ['leading zeros', v2({ payload: { authorization: { ...authorization, value: '020000' } } }), 'invalid_payload'],
    ['a negative amount', v2({ payload: { authorization: { ...authorization, value: '-1' } } }), 'invalid_payload'],
    [
      'an amount of more than 256 bits',
      v2({ payload: { authorization: { ...authorization, value: String(2n ** 256n) } } }),
      'invalid_payload',
    ],
    ['a price of more than 256 bits', v2({ wanted: { amount: String(2n ** 256n) } }), 'invalid_payment_requirements'],
    ['a short nonce', v2({ payload: { authorization: { ...authorization, nonce: '0x12' } } }), 'invalid_payload'],
    ['no signature', v2({ payload: { signature: '0x' } }), 'invalid_payload'],
  ])('with %s is refused', (_, body, reason) => {
    expect(readPayment(body)).toMatchObject({ reason })
  })

  test('is read or refused, whatever is sent', () => {
    const anything = fc.oneof(
      fc.json().map((text): unknown => JSON.parse(text)),
      fc.record({ payload: fc.object(), accepted: fc.object(), wanted: fc.object() }).map((change) => v2(change)),
      fc.string().map((transaction) =>
        v2({
          payload: { transaction },
          accepted: { network: SOLANA },
          wanted: { network: SOLANA, asset: SOLANA_USDC, payTo: '1'.repeat(32) },
        }),
      ),
    )
    fc.assert(
      fc.property(anything, (body) => {
        expect(Object.keys(readPayment(body))).toContain('network')
      }),
    )
  })
})
