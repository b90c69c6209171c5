import { expect, test } from 'vitest'

import { progressOf } from '../support/progress.ts'

test('a long command says where it is every ten seconds, and a short one says nothing', () => {
  let at = 5_000
  const said: string[] = []
  const progress = progressOf('bench', { write: (line) => said.push(line), now: () => at })
  for (const [ms, where] of [
    [9_999, 'x402, 1 of 2'],
    [1, 'x402, 1 of 2'],
    [9_000, 'x402, 1 of 2'],
    [3_000, 'listings, 2 of 2'],
  ] as const) {
    at += ms
    progress(where)
  }
  expect(said).toEqual(['bench: x402, 1 of 2, 10 s so far\n', 'bench: listings, 2 of 2, 22 s so far\n'])
})
