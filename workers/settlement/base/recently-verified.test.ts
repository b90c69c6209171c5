import { expect, test } from 'vitest'

import { readPayment } from '../read-payment.ts'
import { RecentlyVerified } from './recently-verified.ts'

const authorization = {
  from: `0x${'11'.repeat(20)}`,
  to: `0x${'22'.repeat(20)}`,
  value: '10000',
  validAfter: '0',
  validBefore: '99999999999',
  nonce: `0x${'33'.repeat(32)}`,
}
const requirements = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  amount: '10000',
  payTo: authorization.to,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}

function paymentOf({ signed = {}, wanted = {}, signature = `0x${'44'.repeat(65)}` } = {}) {
  const payment = readPayment({
    x402Version: 2,
    paymentPayload: {
      x402Version: 2,
      accepted: requirements,
      payload: { signature, authorization: { ...authorization, ...signed } },
    },
    paymentRequirements: { ...requirements, ...wanted },
  })
  if ('reason' in payment || !('authorization' in payment)) throw new Error('it is no payment on Base')
  return payment
}

test('a payment is known for half a minute', () => {
  let now = 0
  const verified = new RecentlyVerified(() => now)
  verified.note(paymentOf())
  expect(verified.has(paymentOf())).toBe(true)
  now = 30_000
  expect(verified.has(paymentOf())).toBe(false)
})

test.each([
  ['signature', { signature: `0x${'45'.repeat(65)}` }],
  ['amount that is signed', { signed: { value: '10001' } }],
  ['end of its window', { signed: { validBefore: '99999999998' } }],
  ['amount that is wanted', { wanted: { amount: '20000' } }],
  ['payTo that is wanted', { wanted: { payTo: `0x${'23'.repeat(20)}` } }],
  ['token domain', { wanted: { extra: { name: 'USDC', version: '2' } } }],
])('another %s is another payment', (_, change) => {
  const verified = new RecentlyVerified()
  verified.note(paymentOf())
  expect(verified.has(paymentOf(change))).toBe(false)
})

test('the oldest is forgotten when there are too many', () => {
  const verified = new RecentlyVerified()
  verified.note(paymentOf())
  for (let nth = 0; nth < 5_000; nth += 1) verified.note(paymentOf({ signed: { value: String(nth) } }))
  expect(verified.has(paymentOf())).toBe(false)
})
