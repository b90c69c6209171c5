import { expect, test } from 'vitest'
import { z } from 'zod'

import { defineOutcome } from './define.ts'
import { lazySchema, madeOnce } from './lazy-schema.ts'

const Empty = z.object({})

test('a value is made when it is first asked for, and once, whatever it is', () => {
  for (const value of [1, undefined]) {
    let times = 0
    const read = madeOnce(() => {
      times += 1
      return value
    })
    expect(times).toBe(0)
    expect([read(), read(), times]).toEqual([value, value, 1])
  }
})

test('a schema that exists is returned as it is', () => expect(lazySchema(Empty)()).toBe(Empty))

test('declaring an outcome makes none of its schemas, and looking at it or running it makes each once', async () => {
  const made: string[] = []
  const making = (name: string) => () => {
    made.push(name)
    return Empty
  }
  const outcome = defineOutcome({
    slug: 'a',
    title: 'A',
    description: 'A.',
    cents: 1,
    input: making('input'),
    output: making('output'),
    example: { input: {}, output: {} },
    run: () => ({}),
  })
  expect(made).toEqual([])
  expect([outcome.input, outcome.input, outcome.output, outcome.example]).toEqual([
    Empty,
    Empty,
    Empty,
    { input: {}, output: {} },
  ])
  // Safe: this outcome reads nothing of its context.
  await outcome.run({}, {} as never)
  expect(made).toEqual(['input', 'output'])
})
