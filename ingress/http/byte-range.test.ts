import fc from 'fast-check'
import { expect, test } from 'vitest'

import { byteRangeOf, sliceOf } from './byte-range.ts'

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=0-1,5-6', null],
  ['items=0-1', null],
  ['bytes=a-b', null],
  ['bytes=-', null],
])('the Range header %s of a file of 100 bytes is %j', (header, expected) => {
  expect(byteRangeOf(header, 100)).toEqual(expected)
})

test('any header is a range within the file, or none', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1_000 }), (text, bytes) => {
      const range = byteRangeOf(`bytes=${text}`, bytes)
      if (range === null || range === 'unsatisfiable') return
      expect(range.start).toBeLessThanOrEqual(range.end)
      expect(range.end).toBeLessThan(bytes)
    }),
  )
})

test('a slice is the same however the stream is cut', async () => {
  const whole = Buffer.from(Array.from({ length: 50 }, (_, nth) => nth))
  async function* cut(size: number) {
    for (let at = 0; at < whole.length; at += size) yield await Promise.resolve(whole.subarray(at, at + size))
  }
  for (const size of [1, 7, 50]) {
    const pieces: Uint8Array[] = []
    for await (const piece of sliceOf(cut(size), { start: 5, end: 23 })) pieces.push(piece)
    expect(Buffer.concat(pieces)).toEqual(whole.subarray(5, 24))
  }
})
