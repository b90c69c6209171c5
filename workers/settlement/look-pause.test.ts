import { expect, test } from 'vitest'

import { lookPauseMs } from './look-pause.ts'

test('looks follow quickly at first, then as often as is set', () => {
  const pauses = [0, 1, 2, 3, 4, 5, 6, 1_000].map((round) => lookPauseMs(round, 200))
  expect(pauses).toEqual([10, 20, 40, 80, 160, 200, 200, 200])
})

test('a setting shorter than the first pause holds from the start', () => {
  expect(lookPauseMs(0, 5)).toBe(5)
})
