import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { MemoryCache } from './memory-cache.ts'

test('keeps what was used last', () => {
  const cache = new MemoryCache<number>(80)
  for (const key of [1, 2, 3, 4, 5, 6, 7, 8]) cache.set(String(key), key, 10)
  expect(cache.get('1')).toBe(1)
  cache.set('9', 9, 10)
  expect(cache.get('2')).toBeUndefined()
  expect(cache.get('1')).toBe(1)
  expect(cache.get('9')).toBe(9)
})

test('one thing never takes the room of all others, and a size of nothing keeps nothing', () => {
  const cache = new MemoryCache<string>(80)
  cache.set('small', 's', 10)
  cache.set('big', 'b', 11)
  expect([cache.get('small'), cache.get('big')]).toEqual(['s', undefined])
  const none = new MemoryCache<string>(0)
  none.set('a', 'a', 1)
  expect(none.get('a')).toBeUndefined()
})

test('what is replaced by something too large is gone, not stale', () => {
  const cache = new MemoryCache<string>(80)
  cache.set('a', 'old', 5)
  cache.set('a', 'new', 50)
  expect(cache.get('a')).toBeUndefined()
  expect(cache.bytes).toBe(0)
})

test('whatever is done, its count of bytes is true and below the limit', () => {
  const step = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ min: 0, max: 20 }))
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const cache = new MemoryCache<number>(100)
      for (const [key, bytes] of steps) {
        if (bytes === 0) cache.delete(key)
        else cache.set(key, bytes, bytes)
      }
      const kept = ['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key) ?? 0)
      expect(cache.bytes).toBe(kept.reduce((sum, bytes) => sum + bytes, 0))
      expect(cache.bytes).toBeLessThanOrEqual(100)
    }),
  )
})
