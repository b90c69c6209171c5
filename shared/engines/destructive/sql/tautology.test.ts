import { expect, test } from 'vitest'

import { alwaysTrue } from './tautology.ts'
import { tokensOf } from './tokens.ts'

test.each([
  '1',
  '1=1',
  'TRUE',
  '(1 = 1)',
  "'a'='a'",
  'id = id',
  'a.id >= a.id',
  "name LIKE '%%'",
  '1 < 2',
  '2 > 1',
  '1 <> 2',
  'NOT false',
  'NOT (1 = 2)',
  'id = 7 OR 1=1',
  '1=1 AND 2=2',
  // Keys are counted from one upwards.
  'id > 0',
  '(id = 7 OR (true))',
  `${'('.repeat(60)}id = 7${')'.repeat(60)}`,
])('the condition %s lets every row through', (condition) => {
  expect(alwaysTrue(tokensOf(condition))).toBe(true)
})

test.each([
  'id = 7',
  '0',
  'false',
  '1=2',
  'id = 7 AND 1=1',
  "name LIKE 'a%'",
  'id IN (1, 2)',
  'id BETWEEN 1 AND 2',
  'NOT deleted',
  '',
])('the condition %j does not let every row through', (condition) => {
  expect(alwaysTrue(tokensOf(condition))).toBe(false)
})
