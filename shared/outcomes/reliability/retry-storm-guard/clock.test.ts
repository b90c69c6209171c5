import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'

import { retryStormGuard } from './outcome.ts'

const clockOf = async (times: readonly (string | number)[]) => {
  const events = times.map((ts) => ({ ts, target: 'a', status: 200, ok: true }))
  const { checks } = Object(await retryStormGuard.run({ events }, fakeContext()))
  return checks.find(({ id }: { id: string }) => id === 'clock')
}

describe('retry-storm-guard says which times it read as seconds', () => {
  test.each([
    [[0, 500]],
    [[1_795_000_000]],
    [['1795000000']],
    [[12.5]],
    [[99_999_999_999]],
    [[5, '2026-01-01T00:00:00Z']],
  ])('%j', async (times) => {
    expect(await clockOf(times)).toMatchObject({ status: 'warn', detail: expect.stringContaining('Unix seconds') })
  })
  test.each([[[1_795_000_000_000]], [['2026-01-01T00:00:00Z']], [['1795000000000']], [[100_000_000_000]]])(
    'and says nothing of %j',
    async (times) => {
      expect(await clockOf(times)).toBeUndefined()
    },
  )
})
