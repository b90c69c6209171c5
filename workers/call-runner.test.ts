import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { attemptSealer } from '#shared/calls/carried-attempt.ts'
import { sealer } from '#shared/calls/seal.ts'
import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import { noTracer } from '#shared/tracing/tracer.ts'
import { catalogOf } from '#shared/catalog/catalog.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { definePack } from '#shared/outcomes/pack.ts'

import { CallRunner } from './call-runner.ts'
import { settleAfter } from './settle-after.ts'

afterEach(() => vi.useRealTimers())

const CALL_ID = '01900000-0000-7000-8000-000000000001'

test('an attempt that lost its lease ends without taking the lease of the next one in the same process', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const ends: (() => void)[] = []
  const waits = defineOutcome({
    slug: 'test-waits',
    title: 'Waits',
    description: 'Waits until it is told.',
    cents: 1,
    input: z.object({}),
    output: z.object({}),
    example: { input: {}, output: {} },
    run: () => new Promise<Record<string, never>>((done) => ends.push(() => done({}))),
  })
  const pack = definePack({ name: 'test-pack', purpose: 'Tests.', dayPass: false, outcomes: [waits] })
  let attempt = 0
  const renewed: number[][] = []
  const database = {
    async query({ name, values }: { name: string; values: unknown[] }) {
      if (name === 'call-start') {
        attempt += 1
        const call = { id: CALL_ID, attempt, slug: 'test-waits', input: '{}', timeout_ms: 60_000, reply_to: 'x' }
        return { rows: [{ ...call, settles_after: false, left_ms: 60_000, waited_ms: 1 }] }
      }
      // Safe: the attempts of a renewal.
      if (name === 'call-renew') renewed.push(values[1] as number[])
      return { rows: [] }
    },
  }
  const log = createLog('silent')
  // Safe: what a run that touches none of them needs of a runner's surroundings.
  const deps = {
    pg: database,
    shards: 1,
    relaxed: database,
    hints: { publish: () => {} },
    log,
    tracer: noTracer,
    sealer: sealer('s'.repeat(32)),
    catalog: catalogOf([pack]),
    doors: { storeOf: () => ({}) },
    steps: { pg: database, log },
  } as unknown as ConstructorParameters<typeof CallRunner>[0]
  const runner = new CallRunner(deps, 'outcome', 4)

  const first = runner.runAll([CALL_ID])
  await vi.waitFor(() => expect(ends).toHaveLength(1))
  const second = runner.runAll([CALL_ID])
  await vi.waitFor(() => expect(ends).toHaveLength(2))
  ends[0]?.()
  await first
  vi.advanceTimersByTime(3_000)
  expect(renewed.at(-1)).toEqual([2])
  ends[1]?.()
  await second
  runner.stop()
})

test('an offered attempt is started before its refusal is stored, and its result is stored without a start', async () => {
  const pure = defineOutcome({
    slug: 'test-pure',
    title: 'Pure',
    description: 'Refuses what is odd.',
    cents: 1,
    pure: true,
    input: z.object({ n: z.int() }),
    output: z.object({}),
    example: { input: { n: 2 }, output: {} },
    run({ n }) {
      if (n % 2 === 1) throw new Refusal('not_found', 'It is odd.')
      return {}
    },
  })
  const asked: unknown[][] = []
  const database = {
    async query({ name, values }: { name: string; values: unknown[] }) {
      asked.push([name, ...(name === 'call-start' ? [] : values.slice(0, 2))])
      const call = { id: CALL_ID, attempt: 1, slug: 'test-pure', input: '{"n":1}', timeout_ms: 60_000, reply_to: 'x' }
      return { rows: name === 'call-start' ? [{ ...call, settles_after: true, left_ms: 60_000, waited_ms: 1 }] : [] }
    },
  }
  const attempts = attemptSealer('s'.repeat(32))
  const log = createLog('silent')
  // Safe: what a run that touches none of them needs of a runner's surroundings.
  const deps = {
    pg: database,
    shards: 1,
    relaxed: database,
    hints: { publish: () => {} },
    log,
    tracer: noTracer,
    sealer: sealer('s'.repeat(32)),
    attempts,
    // Safe: the pool is asked for nothing else.
    settles: settleAfter(database as never, null, sealer('s'.repeat(32))),
    catalog: catalogOf([definePack({ name: 'test-pack', purpose: 'Tests.', dayPass: false, outcomes: [pure] })]),
    doors: { storeOf: () => ({}) },
    steps: { pg: database, log },
  } as unknown as ConstructorParameters<typeof CallRunner>[0]
  const runner = new CallRunner(deps, 'outcome', 4)
  const offer = (input: string) => ({
    id: CALL_ID,
    sealed: attempts.seal(CALL_ID, { slug: 'test-pure', timeoutMs: 60_000, replyTo: 'x', accountId: null, input }),
    waitedMs: 1,
  })

  await runner.runFirst({ carried: [], offered: [offer('{"n":1}')] })
  expect(asked.splice(0)).toEqual([['call-start'], ['call-finish', CALL_ID, 1]])
  await runner.runFirst({ carried: [], offered: [offer('{"n":2}')] })
  expect(asked).toEqual([['call-store-unsettled', CALL_ID, 0]])
  runner.stop()
})
