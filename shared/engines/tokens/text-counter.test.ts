import * as fc from 'fast-check'
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base'
import { countTokens as p50k } from 'gpt-tokenizer/encoding/p50k_base'
import { countTokens as r50k } from 'gpt-tokenizer/encoding/r50k_base'
import { describe, expect, test } from 'vitest'

import { textCounter } from './text-counter.ts'

const plain = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
const libraries = [
  ['o200k_base', o200k],
  ['cl100k_base', cl100k],
  ['p50k_base', p50k],
  ['r50k_base', r50k],
] as const

describe.each(libraries)('the counter of %s', (encoding, library) => {
  test('counts runs that no space breaks as the library does', async () => {
    const count = await textCounter(encoding)
    const long = fc.string({ unit: fc.constantFrom('a', 'B', '字', ' ', '=', '\n', 'é', '😀', "'s"), maxLength: 900 })
    const runs = fc.array(
      fc.tuple(fc.constantFrom('a', 'Ab', '字', ' ', '-', '\n', 'ท', '1', '\ud800'), fc.integer({ min: 1, max: 350 })),
      { maxLength: 5 },
    )
    const text = fc.oneof(
      long,
      runs.map((parts) => parts.map(([unit, times]) => unit.repeat(times)).join('')),
    )
    fc.assert(
      fc.property(text, (drawn) => {
        expect(count(drawn)).toBe(library(drawn, plain))
      }),
      { numRuns: 60 },
    )
  })
})

describe('counting', () => {
  test.each([
    `${'\n'.repeat(75)}a${' '.repeat(201)}`,
    `${'\n'.repeat(67)}${'a'.repeat(201)}`,
    `x\n\t\t\t${'='.repeat(201)}`,
  ])('splits the space before a long run as if it were not cut there: case %#', async (text) => {
    for (const [encoding, library] of libraries) {
      expect((await textCounter(encoding))(text)).toBe(library(text, plain))
    }
  })

  test('takes a special token for the text it is', async () => {
    const count = await textCounter('o200k_base')
    expect(count('<|endoftext|>')).toBeGreaterThan(1)
    expect(count('')).toBe(0)
  })

  test('answers for a megabyte without a space, where the library is quadratic', async () => {
    const count = await textCounter('o200k_base')
    expect(count('a'.repeat(1_000_000))).toBeGreaterThan(10_000)
    expect(count('漢字'.repeat(100_000))).toBeGreaterThan(10_000)
  })
})
