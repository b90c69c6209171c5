import { expect, test } from 'vitest'

import type { PoolSample } from '#ingress/deps.ts'
import { fairShare } from './fair-share.ts'

const sample = (more: Partial<PoolSample>): PoolSample => ({
  workers: 1,
  slots: 40,
  open: 40,
  runMs: 3_000,
  oldestWaitMs: 0,
  paused: new Set(),
  lacks: new Set(),
  notices: [],
  openByKey: new Map([['big', 40]]),
  openByOtherKeys: 0,
  ...more,
})
const refusal = expect.objectContaining({ code: 'too_many_in_flight' })

test('a key alone in a pool may have all of it', () => {
  const check = fairShare()
  expect(() => check('outcome', sample({}), 3_000, 'big')).not.toThrow()
})

test('three quarters of the slots are one key’s most while others are there, and a while after', () => {
  let now = 0
  const check = fairShare(() => now)
  const shared = sample({ openByOtherKeys: 1, openByKey: new Map([['big', 30]]) })
  expect(() => check('outcome', shared, 3_000, 'big')).toThrow(refusal)
  check('outcome', sample({ openByOtherKeys: 1, openByKey: new Map([['big', 29]]) }), 3_000, 'big')
  now = 29_000
  expect(() => check('outcome', sample({}), 3_000, 'big')).toThrow(refusal)
  now = 31_000
  check('outcome', sample({}), 3_000, 'big')
})

test('the others, other pools, and calls that are over at once are not held up', () => {
  const check = fairShare()
  const shared = sample({ openByOtherKeys: 5 })
  expect(() => check('outcome', shared, 3_000, 'big')).toThrow(refusal)
  check('outcome', shared, 3_000, 'small')
  check('outcome', shared, 3_000, null)
  check('outcome', shared, 5, 'big')
  check('screenshot', sample({}), 3_000, 'big')
})

test('in a pool of two slots one is left', () => {
  const check = fairShare()
  const two = sample({ slots: 2, openByOtherKeys: 1, openByKey: new Map([['big', 1]]) })
  expect(() => check('screenshot', two, 3_000, 'big')).toThrow(refusal)
})
