import { expect, test } from 'vitest'

import { grantsOfNetwork, grantsReleased } from './trial-terms.ts'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

test('every hour of the day releases some of its grants, and the last hour releases the last', () => {
  expect(grantsReleased(300, 0)).toBe(24)
  expect(grantsReleased(300, 23)).toBe(300)
  for (const hour of HOURS.slice(1)) expect(grantsReleased(300, hour) - grantsReleased(300, hour - 1)).toBe(12)
})

test('one network cannot take what the first hour releases', () => {
  expect(grantsOfNetwork(300)).toBe(20)
  for (const perDay of [100, 300, 1_000]) expect(grantsOfNetwork(perDay)).toBeLessThan(grantsReleased(perDay, 0))
})

test('a service that grants none a day releases none, and one that grants one has it from the first hour', () => {
  expect(HOURS.map((hour) => grantsReleased(0, hour))).toEqual(Array(24).fill(0))
  expect(HOURS.map((hour) => grantsReleased(1, hour))).toEqual(Array(24).fill(1))
})
