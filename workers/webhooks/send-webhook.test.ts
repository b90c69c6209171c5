import fc from 'fast-check'
import { expect, test } from 'vitest'

import { secondsOf } from './send-webhook.ts'

test('Retry-After is read as seconds or as a date, which may be past', () => {
  const now = Date.parse('2026-11-23T10:00:00Z')
  expect(secondsOf('120', now)).toBe(120)
  expect(secondsOf('Mon, 23 Nov 2026 10:01:00 GMT', now)).toBe(60)
  expect(secondsOf('Mon, 23 Nov 2026 09:00:00 GMT', now)).toBe(0)
  expect(['', '-5', '1e9', 'soon', '1.5'].map((text) => secondsOf(text, now))).toEqual(Array(5).fill(null))
})

test('whatever a receiver sends as Retry-After, it is no negative number', () => {
  fc.assert(fc.property(fc.string(), (text) => (secondsOf(text) ?? 0) >= 0))
})
