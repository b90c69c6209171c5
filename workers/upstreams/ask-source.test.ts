import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createLog } from '#shared/log.ts'
import { UpstreamError, type UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { CircuitBreaker } from '#shared/lib/concurrency/circuit-breaker.ts'
import { noTracer } from '#shared/tracing/tracer.ts'
import {
  type Scenario,
  scenarios,
  startUpstreamFixtures,
  type UpstreamFixtures,
} from '#test/support/files/upstream-fixtures.ts'

import { Agents } from './agents.ts'
import { askSource } from './ask-source.ts'
import { UPSTREAM_BREAKER } from '../egress/upstream-breaker.ts'
import { silentMeter } from './meter.ts'
import { openPace, targetUnder } from '#test/support/fakes/fake-target.ts'

const PATH = '/kraken/q'
const agents = new Agents()
let fixtures: UpstreamFixtures
let now: number
let pace: ReturnType<typeof openPace>
let breaker: CircuitBreaker
beforeAll(async () => {
  fixtures = await startUpstreamFixtures()
})
beforeEach(() => {
  fixtures.reset()
  now = 0
  pace = openPace()
  breaker = new CircuitBreaker(UPSTREAM_BREAKER, () => now)
})
afterAll(() => fixtures.close())

type More = { post?: unknown; budgetMs?: number; check?: () => void; question?: Partial<UpstreamQuestion<unknown>> }

/** Asks a fixture that answers so, in turn. */
async function ask(plan: [Scenario, ...Scenario[]], { post, budgetMs = 60_000, check = () => {} }: More = {}) {
  fixtures.on(PATH, ...plan)
  const deps = {
    agents,
    breakers: new Map([['kraken', breaker] as const]),
    pace,
    meter: silentMeter,
    tracer: noTracer,
    log: createLog('silent'),
  }
  const target = targetUnder(fixtures.env('kraken'), { post })
  const signal = AbortSignal.timeout(100_000)
  return askSource(deps, { target, answers: [], validators: null, check, budgetMs, signal })
}

describe('one retry', () => {
  test.each([
    ['a broken connection', scenarios.reset()],
    ['a truncated answer', scenarios.lengthTooLong()],
    ['502', scenarios.reply(502, '')],
    ['503', scenarios.unavailable()],
    ['504', scenarios.reply(504, '')],
    ['429 that says when', scenarios.rateLimited(0)],
    ['503 that says when', scenarios.unavailable(0)],
  ])('follows %s', async (_, first) => {
    expect(await ask([first, scenarios.ok({ a: 1 })])).toMatchObject({ status: 200 })
    expect(fixtures.count(PATH)).toBe(2)
  })

  test('is the last attempt', async () => {
    await expect(ask([scenarios.unavailable()])).rejects.toMatchObject({ problem: 'server_error' })
    expect(fixtures.count(PATH)).toBe(2)
  })

  test.each([
    ['500', scenarios.error500()],
    ['429 that does not say when', scenarios.rateLimited()],
    ['404', scenarios.notFound()],
    ['30 MB', scenarios.huge()],
  ])('does not follow %s', async (_, first) => {
    await expect(ask([first, scenarios.ok({})])).rejects.toBeInstanceOf(UpstreamError)
    expect(fixtures.count(PATH)).toBe(1)
  })

  test('does not follow an answer that came too late, nor one that is an error in disguise', async () => {
    await expect(ask([scenarios.slow(), scenarios.ok({})], { budgetMs: 300 })).rejects.toMatchObject({
      problem: 'timeout',
    })
    const check = () => {
      throw new UpstreamError('bad_response', 'in disguise')
    }
    await expect(ask([scenarios.ok({})], { check })).rejects.toMatchObject({ problem: 'bad_response' })
    expect(fixtures.count(PATH)).toBe(2)
  })

  test('is never made of a POST', async () => {
    await expect(ask([scenarios.reset(), scenarios.ok({})], { post: {} })).rejects.toMatchObject({
      problem: 'unreachable',
    })
    expect(fixtures.count(PATH)).toBe(1)
  })

  test('waits as long as the upstream says, if that is in time; everybody else waits too', async () => {
    await expect(ask([scenarios.rateLimited(6), scenarios.ok({})], { budgetMs: 5_000 })).rejects.toMatchObject({
      retryAfterMs: 6_000,
    })
    expect(fixtures.count(PATH)).toBe(1)
    expect(pace.pauses).toEqual([6_000])
    await ask([scenarios.rateLimited(1), scenarios.ok({})])
    expect(pace.pauses).toEqual([6_000, 1_000])
  })
})

describe('the breaker', () => {
  const fail = async (times: number, scenario: Scenario, more: More = {}) => {
    for (let i = 0; i < times; i += 1) await expect(ask([scenario], more)).rejects.toBeInstanceOf(UpstreamError)
  }

  test('opens after five failures: the upstream is not asked any more, and the wait is told', async () => {
    await fail(5, scenarios.error500())
    await expect(ask([scenarios.ok({})])).rejects.toMatchObject({ problem: 'cooling_down', retryAfterMs: 30_000 })
    expect(fixtures.count(PATH)).toBe(5)
  })

  test('counts errors in disguise', async () => {
    const check = () => {
      throw new UpstreamError('bad_response', 'in disguise')
    }
    await fail(5, scenarios.ok({}), { check })
    expect(breaker.isOpen).toBe(true)
  })

  test.each([
    ['a question it does not understand', scenarios.reply(400, {})],
    ['an unknown thing', scenarios.notFound()],
    ['an answer that is too large', scenarios.huge()],
  ])('does not count %s', async (_, scenario) => {
    await fail(8, scenario)
    expect(breaker.isOpen).toBe(false)
  })

  test('counts a key that is not taken', async () => {
    await fail(5, scenarios.reply(401, {}))
    expect(breaker.isOpen).toBe(true)
  })

  test('does not count a request that had no time', async () => {
    await fail(6, scenarios.slow(), { budgetMs: 50 })
    expect(breaker.isOpen).toBe(false)
  })

  test('probes once when its time is up, and closes on an answer', async () => {
    await fail(5, scenarios.error500())
    now += 30_000
    expect(await ask([scenarios.ok({})])).toMatchObject({ status: 200 })
    expect(await ask([scenarios.ok({})])).toMatchObject({ status: 200 })
    expect(breaker.isOpen).toBe(false)
  })

  test('stays open for longer after a probe that fails, and one is not retried', async () => {
    await fail(5, scenarios.error500())
    now += 30_000
    await fail(1, scenarios.unavailable())
    expect(fixtures.count(PATH)).toBe(6)
    await expect(ask([scenarios.ok({})])).rejects.toMatchObject({ problem: 'cooling_down', retryAfterMs: 60_000 })
  })
})
