import { expect, test } from 'vitest'

import { FORM_PAYMENT } from '#test/support/files/form-payment.ts'

import { SentPayments } from './sent-payments.ts'

const other = (nth: number) => {
  // Safe: a payment is an object.
  const decoded = JSON.parse(Buffer.from(FORM_PAYMENT, 'base64').toString()) as Record<string, unknown>
  return Buffer.from(JSON.stringify({ ...decoded, nth })).toString('base64')
}

test('copies of a payment are decoded once, and the last 32 payments are remembered', () => {
  const payments = new SentPayments()
  const first = payments.read('payment-signature', FORM_PAYMENT)
  expect(payments.read('payment-signature', FORM_PAYMENT)).toBe(first)
  for (let nth = 0; nth < 31; nth += 1) payments.read('payment-signature', other(nth))
  expect(payments.read('payment-signature', FORM_PAYMENT)).toBe(first)
  payments.read('payment-signature', other(31))
  const again = payments.read('payment-signature', FORM_PAYMENT)
  expect(again).not.toBe(first)
  expect(again).toEqual(first)
})

test('a malformed payment is refused each time', () => {
  const payments = new SentPayments()
  for (let nth = 0; nth < 2; nth += 1)
    expect(() => payments.read('x-payment', '!!!')).toThrow(expect.objectContaining({ code: 'malformed_payment' }))
})
