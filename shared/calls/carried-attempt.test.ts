import fc from 'fast-check'
import { expect, test } from 'vitest'

import { attemptSealer } from './carried-attempt.ts'

const CALL = '01900000-0000-7000-8000-000000000001'
const OTHER = '01900000-0000-7000-8000-000000000002'
const attempts = attemptSealer('test-secret-test-secret-test-secret-0123')
const attempt = {
  slug: 'hash-text',
  timeoutMs: 8_000,
  replyTo: 'ingress-1',
  accountId: '1001',
  input: '{"text":"hello"}',
}

test('a carried attempt is opened for its call alone, and under its own installation’s key', () => {
  const sealed = attempts.seal(CALL, attempt)
  expect(attempts.open(CALL, sealed)).toEqual(attempt)
  expect(attempts.open(OTHER, sealed)).toBeNull()
  expect(attemptSealer('another-secret-another-secret-another-0').open(CALL, sealed)).toBeNull()
})

test('the sealed text shows nothing of the input', () => {
  expect(Buffer.from(attempts.seal(CALL, attempt), 'base64').toString('latin1')).not.toContain('hello')
})

test('text that was not sealed here is no attempt, and never throws', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => attempts.open(CALL, text) === null))
})

test('a sealed attempt with one bit changed is none', () => {
  const bytes = Buffer.from(attempts.seal(CALL, attempt), 'base64')
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
      const changed = Buffer.from(bytes)
      changed.writeUInt8((bytes[at] ?? 0) ^ (1 << bit), at)
      return attempts.open(CALL, changed.toString('base64')) === null
    }),
  )
})
