import { expect, test } from 'vitest'

import { preferencesOf } from './preferences.ts'

test.each([
  [undefined, null, 55_000],
  ['wait=5', 'wait=5', 5_000],
  ['wait="7"', 'wait=7', 7_000],
  ['wait=0', 'wait=0', 0],
  ['wait=999', 'wait=55', 55_000],
  ['respond-async', 'respond-async', 0],
  ['respond-async, wait=10', 'respond-async, wait=10', 10_000],
  ['wait=abc, foo', null, 55_000],
])('Prefer: %s is applied as %s', (prefer, asked, waitMs) => {
  expect(preferencesOf((name) => (name === 'prefer' ? prefer : undefined))).toMatchObject({ asked, waitMs })
})
