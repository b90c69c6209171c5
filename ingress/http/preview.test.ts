import fc from 'fast-check'
import { expect, test } from 'vitest'

import { preview } from './preview.ts'

test('a preview: a value whose JSON is short is shown as it is, a longer one by the beginning of its JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const json = JSON.stringify(value)
      const whole = typeof value === 'string' ? value : json
      expect(preview(value)).toEqual(whole.length <= 200 ? value : `${whole.slice(0, 200)}…`)
    }),
    { numRuns: 500 },
  )
})

test('a preview of a long list reads no more of it than it shows', () => {
  let reads = 0
  const items = new Proxy(Array<number>(100_000).fill(7), {
    get: (target, name) => {
      reads += 1
      return Reflect.get(target, name) as unknown
    },
  })
  expect(String(preview(items))).toHaveLength(201)
  expect(reads).toBeLessThan(500)
})
