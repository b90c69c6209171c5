import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createLog } from '#shared/log.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import { runOutcome } from './run-outcome.ts'
import type { Threads } from './threads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs an outcome that may run 300 ms, in a thread that `work` stands for, with a deadline in a second. */
function run(work: Threads['run']) {
  // Safe: what a run in a thread needs of an outcome, of its doors and of the threads.
  const entry = { outcome: { slug: 'regex-test', isolation: 'thread', secrets: [] } } as unknown as CatalogEntry
  const context = { callId: 'call_1' } as OutcomeContext
  const threads = { run: work } as Threads
  return runOutcome(entry, {}, context, 300, { threads, log: createLog('silent'), deadlineMs: 1_000 })
}

test('a call has all its time in a thread, however long it waited for one', async () => {
  let allowedMs = 0
  const end = run(async (_slug, _input, _callId, { timeoutMs }) => {
    allowedMs = timeoutMs
    await new Promise((done) => setTimeout(done, 900))
    return { result: '{}' }
  })
  await vi.advanceTimersByTimeAsync(900)
  expect(await end).toEqual({ result: '{}' })
  expect(allowedMs).toBe(300)
})

test('a call that waits for a thread until its deadline is out of time, and its thread is told', async () => {
  let told = false
  const end = run((_slug, _input, _callId, { signal }) => {
    signal.addEventListener('abort', () => (told = true))
    return new Promise(() => {})
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await end).toMatchObject({ refusal: { code: 'timeout' } })
  expect(told).toBe(true)
})

test('a call that runs longer in its thread than it may is out of time, and no fault of ours', async () => {
  const end = run(() => Promise.reject(new DOMException('The task has been aborted', 'AbortError')))
  expect(await end).toMatchObject({ refusal: { code: 'timeout' } })
})
