import { expect, test } from 'vitest'

import { LikelyNonces } from './likely-nonces.ts'

test('a nonce is guessed after two in a row, for a settlement that is alone', () => {
  const nonces = new LikelyNonces()
  const leave = nonces.enter()
  expect(nonces.guess('a')).toBeNull()
  nonces.took('a', 7)
  expect(nonces.guess('a')).toBeNull()
  nonces.took('a', 8)
  expect([nonces.guess('a'), nonces.guess('b')]).toEqual([9, null])
  const leaveOther = nonces.enter()
  expect(nonces.guess('a')).toBeNull()
  leaveOther()
  leaveOther()
  expect(nonces.guess('a')).toBe(9)
  leave()
})

test('after a wrong guess, or a nonce that another process skipped to, two in a row are needed again', () => {
  const nonces = new LikelyNonces()
  nonces.enter()
  for (const nonce of [1, 2]) nonces.took('a', nonce)
  nonces.missed('a')
  expect(nonces.guess('a')).toBeNull()
  nonces.took('a', 5)
  nonces.took('a', 7)
  expect(nonces.guess('a')).toBeNull()
  nonces.took('a', 8)
  expect(nonces.guess('a')).toBe(9)
})
