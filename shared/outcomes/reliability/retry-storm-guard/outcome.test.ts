import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { retryStormGuard } from './outcome.ts'

const run = (input: unknown) => retryStormGuard.run(input, fakeContext())
const start = Date.UTC(2026, 10, 20, 12)
const codes = (...expected: string[]) => ({ reasons: expected.map((code) => expect.objectContaining({ code })) })

/** Failed attempts at one operation, at these milliseconds. */
const failures = (times: readonly number[], more: object = {}) =>
  times.map((ms) => ({ ts: start + ms, target: 'a', op: 'GET /x', status: 503, ...more }))

describe('retry-storm-guard', () => {
  test('answers its example as declared', async () => {
    expect(await run(retryStormGuard.example.input)).toEqual(retryStormGuard.example.output)
  })

  test('allows a single success', async () => {
    const events = [{ ts: '2026-01-01T00:00:00Z', target: 'a', status: 200, ok: true }]
    expect(await run({ events })).toMatchObject({
      storm: false,
      decision: 'allow',
      reasons: [],
      recommended_delay_ms: { min: 0, max: 0 },
      spacing: { pattern: 'insufficient' },
    })
  })

  test('blocks 3 retries to 20 first attempts, which is over a budget of 10 percent', async () => {
    const firsts = Array.from({ length: 20 }, (_, at) => ({ ts: start + at * 1000, target: 'a', attempt: 1, ok: true }))
    const retries = [0, 1, 2].map((at) => ({ ts: start + 21_000 + at * 3000, target: 'a', attempt: 2, ok: true }))
    expect(await run({ events: [...firsts, ...retries] })).toMatchObject({
      metrics: { requests: 23, first_attempts: 20, retries: 3, retry_ratio: 0.15, max_attempts_seen: 2 },
      storm: true,
      decision: 'block',
      ...codes('retry_budget_exceeded'),
    })
    expect(await run({ events: [...firsts, ...retries], retry_budget_ratio: 0.2 })).toMatchObject({ decision: 'allow' })
  })

  test('takes a request after a success, without a number, as a new operation', async () => {
    const events = Array.from({ length: 30 }, (_, at) => ({ ts: start + at * 1000, target: 'a', status: 200 }))
    expect(await run({ events })).toMatchObject({ metrics: { first_attempts: 30, retries: 0 }, decision: 'allow' })
  })

  test('takes a request after half a window of quiet as a new operation', async () => {
    expect(await run({ events: failures([0, 31_000]) })).toMatchObject({ metrics: { first_attempts: 2, retries: 0 } })
    expect(await run({ events: failures([0, 29_000]) })).toMatchObject({ metrics: { first_attempts: 1, retries: 1 } })
  })

  test('tells interleaved operations apart by their numbers', async () => {
    const events = [1, 1, 2, 2].map((attempt, at) => ({ ts: start + at * 1000, target: 'a', attempt, status: 503 }))
    expect(await run({ events })).toMatchObject({
      metrics: { first_attempts: 2, retries: 2, max_attempts_seen: 2 },
      spacing: { median_ms: 2000 },
    })
  })

  test('finds an ignored Retry-After and takes it as the least wait', async () => {
    const events = [
      { ts: start, target: 'a', status: 429, retry_after_s: 30 },
      { ts: start + 1000, target: 'a', status: 429 },
    ]
    expect(await run({ events })).toMatchObject({
      decision: 'block',
      ...codes('retry_after_ignored'),
      recommended_delay_ms: { min: 29_000, max: 29_800 },
    })
  })

  test('doubles the range with each attempt, up to the cap', async () => {
    const events = [{ ts: 0, target: 'a', attempt: 3, status: 503 }]
    const next = { target: 'a', status: 503, idempotent: true }
    expect(await run({ events, next })).toMatchObject({
      decision: 'allow',
      retryable: true,
      recommended_delay_ms: { min: 0, max: 1600 },
    })
    expect(await run({ events, next, policy: { cap_ms: 1000 } })).toMatchObject({
      recommended_delay_ms: { min: 0, max: 1000 },
    })
  })

  test.each([
    ['equal', { min: 400, max: 800 }],
    ['none', { min: 800, max: 800 }],
    ['decorrelated', { min: 200, max: 3000 }],
  ])('gives the range of %s jitter', async (jitter, recommended_delay_ms) => {
    expect(await run({ events: failures([0, 1000]), policy: { jitter } })).toMatchObject({ recommended_delay_ms })
  })

  test('multiplies nested layers', async () => {
    const events = [{ ts: 0, target: 'a', ok: true }]
    expect(await run({ layers: [3, 3, 4], events })).toMatchObject({
      layer_amplification: 36,
      decision: 'review',
      ...codes('layered_retries'),
    })
    expect(await run({ layers: [3, 3], events })).toMatchObject({ layer_amplification: 9, decision: 'allow' })
    expect(await run({ events })).toMatchObject({ layer_amplification: null })
  })

  test('blocks attempts beyond the maximum, and the one that would be', async () => {
    expect(await run({ events: failures([0, 1000, 4000]), max_attempts: 2 })).toMatchObject({
      decision: 'block',
      ...codes('attempts_exhausted'),
    })
    const next = { target: 'a', op: 'GET /x', status: 503 }
    expect(await run({ events: failures([0, 1000]), max_attempts: 2, next })).toMatchObject({
      decision: 'block',
      storm: false,
      ...codes('no_attempts_left'),
    })
  })

  test.each([400, 401, 403, 404, 422, 501])('blocks the retry of status %d', async (status) => {
    expect(await run({ events: failures([0, 1000], { status }) })).toMatchObject({
      decision: 'block',
      ...codes('non_retryable_retried'),
    })
    const next = { target: 'a', status, idempotent: true }
    expect(await run({ events: failures([0], { status }), next })).toMatchObject({
      decision: 'block',
      retryable: false,
      ...codes('non_retryable_status'),
    })
  })

  test.each([408, 409, 425, 429, 500, 502, 503, 504])('lets status %d be retried', async (status) => {
    const next = { target: 'a', status, idempotent: true }
    expect(await run({ events: failures([0], { status }), next })).toMatchObject({ decision: 'allow', retryable: true })
  })

  test('sees nothing to retry in a success', async () => {
    const next = { target: 'a', status: 200, idempotent: true }
    expect(await run({ events: failures([0]), next })).toMatchObject({
      decision: 'review',
      retryable: false,
      ...codes('nothing_to_retry'),
    })
  })

  test.each([
    [{ idempotent: false }, 'require_confirm', 'not_idempotent'],
    [{ op: 'POST /orders' }, 'require_confirm', 'not_idempotent'],
    [{}, 'review', 'idempotency_unknown'],
  ])('wants proof before it repeats %j', async (said, decision, code) => {
    const next = { target: 'a', status: 503, ...said }
    expect(await run({ events: failures([0]), next })).toMatchObject({ decision, ...codes(code) })
    expect(await run({ events: failures([0]), next: { ...next, idempotency_key: 'k-1' } })).toMatchObject({
      decision: 'allow',
    })
  })

  test('calls two immediate retries a storm and one a matter of review', async () => {
    expect(await run({ events: failures([0, 10]) })).toMatchObject({ decision: 'review', storm: false })
    expect(await run({ events: failures([0, 10, 20]) })).toMatchObject({
      decision: 'block',
      storm: true,
      ...codes('immediate_retries'),
      spacing: { pattern: 'immediate' },
    })
  })

  test('counts a wait from the answer, not from the request', async () => {
    expect(await run({ events: failures([0, 2000, 4000], { latency_ms: 1990 }) })).toMatchObject({
      ...codes('immediate_retries'),
    })
  })

  test('finds clients that come back together', async () => {
    const events = failures([0, 1000, 2000, 3000, 4000, 5000])
    expect(await run({ events, max_attempts: 10 })).toMatchObject({
      decision: 'review',
      ...codes('synchronised_retries'),
      spacing: { pattern: 'constant', median_ms: 1000, growth: 1, jitter_cv: 0 },
    })
    const together = ['u', 'v', 'w'].flatMap((client) => failures([0, 500, 1500], { client }))
    const answer = await run({ events: together })
    expect(answer).toMatchObject({ spacing: { pattern: 'exponential', growth: 2, jitter_cv: 0 } })
    expect(answer).toMatchObject(codes('synchronised_retries'))
  })

  test.each([
    [[0, 200, 600, 1200, 2000], 'linear'],
    [[0, 210, 590, 1450, 2990], 'exponential'],
    [[0, 900, 1000, 1800, 1950], 'random'],
  ])('reads waits %j as %s', async (times, pattern) => {
    expect(await run({ events: failures(times) })).toMatchObject({ spacing: { pattern } })
  })

  test('opens the circuit of a target when half of ten requests fail, and probes it later', async () => {
    const events = Array.from({ length: 12 }, (_, at) => ({
      ts: start + at * 1000,
      target: 'a',
      op: `job ${at}`,
      status: at % 2 === 0 ? 503 : 200,
    }))
    const next = { target: 'a', status: 503, idempotent: true }
    expect(await run({ events, next })).toMatchObject({
      decision: 'block',
      storm: false,
      ...codes('circuit_open'),
      circuit: { state: 'open', opened_at: '2026-11-20T12:00:09.000Z', probe_at: '2026-11-20T12:00:40.000Z' },
      per_target: [{ target: 'a', requests: 12, failures: 6, retries: 0, state: 'open' }],
      recommended_delay_ms: { min: 29_000 },
    })
    expect(await run({ events, next, now: '2026-11-20T12:00:41Z' })).toMatchObject({
      decision: 'allow',
      circuit: { state: 'half_open' },
    })
    expect(await run({ events })).toMatchObject({ decision: 'review', ...codes('circuit_open') })
  })

  test('finds amplification', async () => {
    const events = [0, 1, 2, 3].flatMap((job) => failures([0, 900 + job * 70, 2900 + job * 210], { op: `job ${job}` }))
    expect(await run({ events })).toMatchObject({
      metrics: { amplification: 3, failure_rate: 1, peak_rps: 6 },
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'amplification' })]),
    })
  })

  test('leaves out what is later than now or before the window', async () => {
    const events = failures([0, 70_000, 100_000])
    expect(await run({ events, now: new Date(start + 80_000).toISOString() })).toMatchObject({
      metrics: { requests: 1 },
      checks: expect.arrayContaining([expect.objectContaining({ id: 'events', status: 'warn' })]),
    })
  })

  test.each([
    { events: [] },
    { events: [{ ts: 'noon', target: 'a' }] },
    { events: [{ ts: 0 }] },
    { events: [{ ts: 0, target: 'a' }], window_ms: 1 },
    { events: [{ ts: 0, target: 'a' }], layers: ['x'] },
    { events: [{ ts: 0, target: 'a' }], policy: { jitter: 'some' } },
  ])('refuses %j', async (input) => {
    await expect(run(input)).rejects.toMatchObject({ name: 'ZodError' })
  })

  test('answers every log, whatever its order', async () => {
    const event = fc.record(
      {
        ts: fc.oneof(fc.integer({ min: 0, max: 4_000_000 }), fc.constant('2026-01-01T00:00:00Z')),
        target: fc.constantFrom('a', '__proto__'),
        op: fc.constantFrom('x', 'y'),
        attempt: fc.integer({ min: 1, max: 7 }),
        status: fc.integer({ min: 100, max: 599 }),
        ok: fc.boolean(),
        retry_after_s: fc.double({ min: 0, max: 100, noNaN: true }),
        latency_ms: fc.double({ min: 0, max: 100, noNaN: true }),
      },
      { requiredKeys: ['ts', 'target'] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40 }), async (events) => {
        const answer = await run({ events, next: { target: 'a' } })
        expect(answer).toMatchObject({ metrics: { requests: expect.any(Number) } })
        expect(await run({ events, next: { target: 'a' } })).toEqual(answer)
      }),
      { numRuns: 60 },
    )
  })
})
