import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createLog } from '#shared/log.ts'

import { RunningAttempts } from './running-attempts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const CALL = { callId: '01900000-0000-7000-8000-000000000001' }

/** Running attempts whose starts give these numbers; null: somebody else has begun. */
function attempts(starts: (number | null)[]) {
  const renewed: number[] = []
  const started: string[] = []
  const running = new RunningAttempts({
    async start(callId) {
      started.push(callId)
      const attempt = starts.shift() ?? null
      // Safe: nothing else of it is read.
      return attempt === null ? null : ({ callId, attempt } as never)
    },
    renew: async (calls) => void renewed.push(...calls.map(({ attempt }) => attempt)),
    log: createLog('silent'),
  })
  return { running, renewed, started }
}

test('an offered attempt that ends soon is number 0, is not started and has no lease', async () => {
  const { running, renewed, started } = attempts([1])
  const attempt = running.begin({ ...CALL, attempt: 0 })
  await vi.advanceTimersByTimeAsync(400)
  expect(await attempt.number({ mustBeStarted: false })).toBe(0)
  await vi.advanceTimersByTimeAsync(5_000)
  expect([started, renewed]).toEqual([[], []])
  attempt.ended()
  running.stop()
})

test('one that takes long is started once, and its lease is renewed by the number it got', async () => {
  const { running, renewed, started } = attempts([1, 2])
  const attempt = running.begin({ ...CALL, attempt: 0 })
  await vi.advanceTimersByTimeAsync(2_500)
  expect([started.length, new Set(renewed)]).toEqual([1, new Set([1])])
  expect(await attempt.number({ mustBeStarted: false })).toBe(1)
  expect(await attempt.number({ mustBeStarted: true })).toBe(1)
  attempt.ended()
  renewed.length = 0
  await vi.advanceTimersByTimeAsync(2_500)
  expect([started.length, renewed]).toEqual([1, []])
  running.stop()
})

test('one whose end needs a start is started, and ends for nobody when another attempt has begun', async () => {
  const { running } = attempts([1, null])
  const [first, second] = [running.begin({ ...CALL, attempt: 0 }), running.begin({ ...CALL, attempt: 0 })]
  expect(await first.number({ mustBeStarted: true })).toBe(1)
  expect(await second.number({ mustBeStarted: true })).toBeNull()
  running.stop()
})
