import { expect, test } from 'vitest'

import { drawBytes } from './draw-bytes.ts'

test('bytes are drawn once: no nonce repeats over several pools', () => {
  const drawn = Array.from({ length: 2_000 }, () => drawBytes(12))
  expect(drawn.every(({ length }) => length === 12)).toBe(true)
  expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(drawn.length)
})
