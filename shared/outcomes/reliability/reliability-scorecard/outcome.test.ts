import { describe, expect, test } from 'vitest'

import { dimensions } from './scorecard-dimensions.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { reliabilityPack } from '../pack.ts'
import { reliabilityScorecard } from './outcome.ts'

const run = (input: unknown) => reliabilityScorecard.run(input, fakeContext())
const live = { calls: 12, paid_calls: 10, success_rate_30d: 0.99, p50_ms: 8, p95_ms: 30, last_called_label: 'today' }
const dimension = (id: string, more: object) => ({
  dimensions: expect.arrayContaining([expect.objectContaining({ id, ...more })]),
})
const every = Object.fromEntries(
  dimensions.flatMap(({ practices }) => Object.keys(practices)).map((name) => [name, true]),
)

describe('reliability-scorecard', () => {
  test('answers its example as declared', async () => {
    expect(await run(reliabilityScorecard.example.input)).toEqual(reliabilityScorecard.example.output)
  })

  test('is free', () => {
    expect(reliabilityScorecard.cents).toBe(0)
  })

  test('returns its questionnaire to an empty body', async () => {
    const answer = Object(await run({}))
    expect(answer).toMatchObject({ score: null, grade: null, coverage: 0, top_gaps: [], measured: null, service: null })
    expect(answer.questionnaire).toHaveLength(15)
  })

  test('weighs ten dimensions, a hundred in all, and asks each practice once', () => {
    expect(dimensions).toHaveLength(10)
    expect(dimensions.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
    expect(Object.keys(every)).toHaveLength(15)
  })

  test('gives a promise seventy percent', async () => {
    expect(await run({ practices: every })).toMatchObject({
      score: 70,
      grade: 'C',
      coverage: 1,
      top_gaps: [],
      questionnaire: null,
    })
    expect(await run({ practices: { tracing: true, receipts: false } })).toMatchObject({
      score: 35,
      coverage: 0.1,
      grade: 'F',
    })
  })

  test('takes an unanswered practice for unknown, not for a no', async () => {
    expect(await run({ practices: { tracing: true, receipts: null } })).toMatchObject(
      dimension('observability', { score: 70, basis: 'declared' }),
    )
  })

  test('puts an unconfirmed deletion first', async () => {
    const events = [{ ts: 0, kind: 'write', ok: true, destructive: true, confirmed: false }]
    expect(await run({ events })).toMatchObject({
      top_gaps: [{ dimension: 'destructive control', related_slug: 'destructive-action-guard' }],
      measured: { unconfirmed_destructive: 1, success_rate: 1, retry_ratio: null },
      ...dimension('idempotency', { basis: 'unknown', score: null }),
    })
  })

  test('believes the log more than the answer', async () => {
    const events = [
      { kind: 'write', ok: true, key: 'a', attempt: 1 },
      { kind: 'write', ok: true, key: 'a', attempt: 2 },
      { kind: 'write', ok: true, attempt: 1 },
      { kind: 'read', ok: true },
    ]
    expect(await run({ practices: { idempotency_keys: true }, events })).toMatchObject({
      measured: { success_rate: 1, retry_ratio: 0.333, duplicate_keys: 1 },
      top_gaps: [{ dimension: 'idempotency', related_slug: 'idempotency-guard' }, {}, {}],
      ...dimension('idempotency', {
        score: 0,
        basis: 'measured',
        evidence: expect.stringContaining('idempotency_keys true'),
      }),
    })
  })

  test('gives a log without fault full marks', async () => {
    const events = ['a', 'b'].map((key) => ({
      ts: '2026-11-20',
      kind: 'write',
      ok: true,
      key,
      attempt: 1,
      destructive: true,
      confirmed: true,
    }))
    expect(await run({ events })).toMatchObject({ score: 100, grade: 'A', top_gaps: [] })
  })

  test('counts things that came right after a failure', async () => {
    const events = [
      { kind: 'write', ok: false, key: 'a' },
      { kind: 'write', ok: true, key: 'a' },
      { kind: 'write', ok: false, key: 'b' },
    ]
    expect(await run({ events })).toMatchObject(dimension('recovery', { score: 50, basis: 'measured' }))
  })

  test('halves the marks for retries without an end', async () => {
    const events = Array.from({ length: 20 }, (_, at) => ({ attempt: at === 0 ? 9 : 1 }))
    expect(await run({ events })).toMatchObject(dimension('retries', { score: 50 }))
  })

  test('tells the live reliability of one outcome', async () => {
    const answer = await reliabilityScorecard.run(
      { slug: 'json-repair' },
      fakeContext({ reliability: () => Promise.resolve(live) }),
    )
    expect(answer).toMatchObject({ score: null, service: live, questionnaire: null, notes: [] })
  })

  test('says so when there is no such outcome', async () => {
    const answer = await reliabilityScorecard.run(
      { slug: 'nope' },
      fakeContext({ reliability: () => Promise.resolve(null) }),
    )
    expect(answer).toMatchObject({ service: null, notes: ['this service has no outcome called nope'] })
  })

  test('points only to outcomes that exist', () => {
    const slugs = reliabilityPack.outcomes.map(({ slug }) => slug)
    const related = dimensions.flatMap(({ related_slug }) => (related_slug === null ? [] : [related_slug]))
    expect(slugs).toEqual(expect.arrayContaining(related))
  })

  test.each([
    { practices: { tracing: 'yes' } },
    { practices: [] },
    { events: Array.from({ length: 501 }, () => ({})) },
    { events: [{ ts: 'yesterday' }] },
    { events: [{ attempt: 0.5 }] },
  ])('refuses %j', (input) => {
    expect(reliabilityScorecard.input.safeParse(input).success).toBe(false)
  })
})
