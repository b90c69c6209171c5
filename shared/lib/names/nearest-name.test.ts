import { expect, test } from 'vitest'

import { editDistance } from './edit-distance.ts'
import { nearestName } from './nearest-name.ts'

test.each([
  ['algoritm', 'algorithm'],
  ['aglorithm', 'algorithm'],
  ['ALGORITHM', 'algorithm'],
  ['hmacKey', 'hmac_key'],
  ['hash-txt', 'hash-text'],
  ['tex', 'text'],
])('%s is a slip of %s', (name, meant) => {
  expect(nearestName(name, ['text', 'algorithm', 'hmac_key', 'hash-text'])).toBe(meant)
})

test.each(['x', 'colour', 'te', 'algo', 'a'.repeat(41), 'text'])('%s is a slip of none', (name) => {
  expect(nearestName(name, ['text', 'algorithm', 'hmac_key'])).toBeNull()
})

test('the nearest of several is named', () => {
  expect(nearestName('limits', ['limit_', 'lemitz', 'limit'])).toBe('limit_')
})

test('a distance beyond the limit is the limit and one, however long the names are', () => {
  expect(editDistance('kitten', 'sitting', 5)).toBe(3)
  expect(editDistance('ab', 'ba', 2)).toBe(1)
  expect(editDistance('a'.repeat(100_000), 'b'.repeat(100_000), 2)).toBe(3)
})
