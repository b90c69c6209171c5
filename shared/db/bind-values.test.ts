import { expect, test } from 'vitest'

import { bindValues } from './bind-values.ts'
import { fragment, now } from './fragment.ts'

const bind = (sql: string, params: readonly unknown[]) => bindValues(sql, params, (id) => `"${id}"`)

test.each([
  ['values become numbered parameters', 'a = ? and b = ?', [1, 'x'], 'a = $1 and b = $2', [1, 'x']],
  ['an array is one value', 'a = any(?)', [['x', 'y']], 'a = any($1)', [['x', 'y']]],
  [
    'a value that holds a question mark stays a value',
    'a = ? and b = ?',
    ['?', '??'],
    'a = $1 and b = $2',
    ['?', '??'],
  ],
  ['identifiers are quoted into the text', '?? = ?', ['a', 1], '"a" = $1', [1]],
  ['an escaped question mark stays one', String.raw`a \? ?`, ['k'], 'a ? $1', ['k']],
  ['without values a question mark stays one', 'a ? b', [], 'a ? b', []],
  ['a fragment writes its text', 'a = ?, b = ?', [now, 1], 'a = now(), b = $1', [1]],
])('%s', (_, sql, params, text, values) => {
  expect(bind(sql, params)).toEqual({ text, values })
})

test('fragments within fragments are numbered in the order of the text', () => {
  const inner = fragment`case when a ? ${'key'} then ${2} end`
  const { sql, params } = fragment`update t set b = ${1}, c = ${inner} where d = ${[3]}`
  expect(bind(sql, params)).toEqual({
    text: 'update t set b = $1, c = case when a ? $2 then $3 end where d = $4',
    values: [1, 'key', 2, [3]],
  })
})
