import { expect, test } from 'vitest'

import { KeyedGauge } from './keyed-gauge.ts'

test('what is taken counts for its name and in all, and is given back once', () => {
  const holdings = new KeyedGauge()
  const giveBack = holdings.take('one', 3)
  holdings.take('one', 2)
  holdings.take(null, 4)
  expect([holdings.of('one'), holdings.of('other'), holdings.all]).toEqual([5, 0, 9])
  giveBack()
  giveBack()
  expect([holdings.of('one'), holdings.all]).toEqual([2, 6])
})
