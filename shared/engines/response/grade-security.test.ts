import fc from 'fast-check'
import { expect, test } from 'vitest'

import { gradeSecurity } from './grade-security.ts'

const BEST = {
  'strict-transport-security': ['max-age=31536000; includeSubDomains'],
  'content-security-policy': ["default-src 'self'; frame-ancestors 'none'"],
  'x-content-type-options': ['nosniff'],
}

const graded = (headers: Record<string, readonly string[]>, more: { isHttps?: boolean; secure?: boolean } = {}) =>
  gradeSecurity({
    isHttps: more.isHttps ?? true,
    valuesOf: (name) => headers[name] ?? [],
    cookies: more.secure === undefined ? [] : [{ secure: more.secure }],
  })

test('an answer with HSTS, a CSP, a defence against framing and nosniff is an A, one without any is an F', () => {
  expect(graded(BEST)).toMatchObject({ grade: 'A', score: 100, deductions: [] })
  expect(graded({})).toMatchObject({ grade: 'F', score: 30 })
})

test.each([
  ['plain HTTP', BEST, { isHttps: false }, 80],
  ['HSTS of no seconds', { ...BEST, 'strict-transport-security': ['max-age=0'] }, {}, 80],
  ['no CSP, and so no defence against framing', { ...BEST, 'content-security-policy': [] }, {}, 55],
  [
    'inline scripts',
    { ...BEST, 'content-security-policy': ["script-src 'unsafe-inline'; frame-ancestors 'none'"] },
    {},
    80,
  ],
  ['scripts from anywhere', { ...BEST, 'content-security-policy': ["script-src *; frame-ancestors 'none'"] }, {}, 80],
  ['framing by anybody', { ...BEST, 'content-security-policy': ["default-src 'self'; frame-ancestors *"] }, {}, 80],
  ['no nosniff', { ...BEST, 'x-content-type-options': [] }, {}, 95],
  ['a cookie without Secure', BEST, { secure: false }, 80],
  ['a Secure cookie', BEST, { secure: true }, 100],
])('an answer with %s has its points', (_, headers, more, score) => {
  expect(graded(headers, more).score).toBe(score)
})

test('a nonce makes unsafe-inline harmless, and a second policy can be the strict one', () => {
  const csp = (...values: string[]) => graded({ ...BEST, 'content-security-policy': values }).checks[1]?.verdict
  expect(csp("script-src 'unsafe-inline' 'nonce-x'")).toBe('good')
  expect(csp("script-src 'unsafe-inline'", "script-src 'self'")).toBe('good')
  expect(csp("script-src 'unsafe-inline'", 'upgrade-insecure-requests')).toBe('weak')
})

test('any headers are graded, and the deductions are what the score lacks', () => {
  const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...Object.values(BEST).flat()))
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(BEST), 'x-frame-options'), fc.array(value)), (headers) => {
      const { score, deductions } = graded(headers)
      expect(score).toBe(100 - deductions.reduce((sum, { points }) => sum + points, 0))
    }),
  )
})
