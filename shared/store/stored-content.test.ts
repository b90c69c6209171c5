import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { append, type Content, fromStored, toStored } from './stored-content.ts'

test.each<[Content, number, boolean]>([
  ['hello', 5, false],
  ['ä', 2, false],
  [{ a: [1] }, 9, true],
  [[], 2, true],
])('%j is stored as its text and comes back as it was', (content, bytes, isJson) => {
  const stored = toStored(content)
  expect(stored).toMatchObject({ bytes, isJson })
  expect(fromStored(stored)).toEqual(content)
})

test.each<[Content, Content, Content]>([
  ['a', 'b', 'a\nb'],
  [[1], [2, 3], [1, 2, 3]],
  [[1], { a: 2 }, [1, { a: 2 }]],
])('to %j is appended %j', (before, more, after) => {
  expect(append(toStored(before), more)).toEqual(after)
})

test.each<[Content, Content]>([
  ['a', [1]],
  [[1], 'a'],
  [{ a: 1 }, { b: 2 }],
])('to %j cannot be appended %j', (before, more) => {
  expect(() => append(toStored(before), more)).toThrow(Refusal)
})
