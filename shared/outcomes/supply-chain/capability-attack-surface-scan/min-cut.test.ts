import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { minCut } from './min-cut.ts'

const plain = (name: string) => ({ name, cost: 1, preference: 0 })
const cuts = (cut: readonly string[], paths: readonly (readonly string[])[]) =>
  paths.every((path) => path.some((name) => cut.includes(name)))

describe('capability-attack-surface-scan: the cheapest cut', () => {
  test.each([
    ['of nothing is nothing', [], []],
    ['of one path is one name', [['a', 'b']], 1],
    [
      'takes the name that all paths share',
      [
        ['a', 'x'],
        ['b', 'x'],
        ['c', 'x'],
      ],
      1,
    ],
    [
      'of two paths apart is two names',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      2,
    ],
    [
      'of a triangle is two corners',
      [
        ['a', 'b'],
        ['b', 'c'],
        ['a', 'c'],
      ],
      2,
    ],
  ] as const)('%s', (_what, paths, size) => {
    expect(minCut(paths, plain)).toHaveLength(size === 1 || size === 2 ? size : 0)
  })

  test('prefers what is better to gate where both cost the same', () => {
    expect(minCut([['entry', 'sink']], (name) => ({ name, cost: 1, preference: name === 'sink' ? 3 : 2 }))).toEqual([
      'sink',
    ])
  })

  test('is as cheap as the best of all sets, and cuts every path', () => {
    const name = fc.constantFrom(...'abcdefghij')
    const paths = fc.array(fc.uniqueArray(name, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
    const costs = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(paths, costs, (sent, prices) => {
        const costOf = (one: string) => prices[one.charCodeAt(0) - 97] ?? 1
        const sum = (set: readonly string[]) => set.reduce((total, one) => total + costOf(one), 0)
        const all = [...new Set(sent.flat())]
        let best = Infinity
        for (let bits = 0; bits < 1 << all.length; bits += 1) {
          const set = all.filter((_, index) => (bits & (1 << index)) !== 0)
          if (sum(set) < best && cuts(set, sent)) best = sum(set)
        }
        const cut = minCut(sent, (one) => ({ name: one, cost: costOf(one), preference: 0 }))
        expect(cuts(cut, sent)).toBe(true)
        expect(sum(cut)).toBe(best)
      }),
      { numRuns: 150 },
    )
  })

  test('of more names than can be tried still cuts every path', () => {
    const name = fc.integer({ min: 0, max: 39 }).map((one) => `n${one}`)
    const paths = fc.array(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), { minLength: 20, maxLength: 40 })
    fc.assert(
      fc.property(paths, (sent) => {
        expect(cuts(minCut(sent, plain), sent)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })
})
