import { expect, test } from 'vitest'

import { answerText } from './call-text.ts'

const of = (answer: unknown, status = 200) => answerText({ status, paid: null, payment_header: null, answer })

test('a result is shown by itself, and below it what it cost', () => {
  const answer = {
    ok: true,
    resource: '/api/v1/outcomes/hash-text',
    result: { hex: '2cf2' },
    charge: { cents: 1, paid_with: 'prepaid_key', balance_cents: 4 },
    call_id: 'call_1',
    request_id: 'req_1',
  }
  expect(of(answer)).toBe('{\n  "hex": "2cf2"\n}\n\n1 cent by prepaid key, 4 cents left; call_1, req_1')
})

test('a refusal says what is wrong, where, and what to do', () => {
  const answer = {
    ok: false,
    code: 'validation_error',
    error: 'One field is wrong.',
    detail: [{ loc: ['body', 'text'], msg: 'Field required' }],
    fix: { action: 'Correct the fields in detail[].' },
    request_id: 'req_1',
  }
  expect(of(answer, 422)).toBe(
    '422 validation_error: One field is wrong.\n  body.text: Field required\nCorrect the fields in detail[].\nNothing was charged; req_1',
  )
})

test('anything else is shown whole', () => {
  expect(of({ ok: true, key: 'fb_test_sk_0' })).toBe('{\n  "ok": true,\n  "key": "fb_test_sk_0"\n}\n\n200')
})
