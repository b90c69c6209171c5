import { getHeapSpaceStatistics } from 'node:v8'

import { expect, test } from 'vitest'

import { giveBackMemory } from './give-back-memory.ts'

const youngBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

test('what loading made of the young generation is given back', () => {
  let kept: object[] = []
  for (let made = 0; made < 500_000; made += 1) {
    kept.push({ made })
    if (kept.length > 100_000) kept = kept.slice(50_000)
  }
  const grown = youngBytes()
  kept = []
  giveBackMemory()
  expect(youngBytes()).toBeLessThan(grown)
  expect('gc' in globalThis).toBe(false)
})
