import { describe, expect, test } from 'vitest'

import { digestOf } from '#shared/lib/crypto/digest.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { idempotencyGuard } from './idempotency-guard.ts'

const run = (input: unknown) => idempotencyGuard.run(input, fakeContext())
const key = '123e4567-e89b-42d3-a456-426614174000'
const sound = { action: 'c', idempotency_key: key, key_storage: 'database' }
const ago = (ms: number) => new Date(Date.UTC(2026, 10, 20, 12) - ms).toISOString()
const codes = (...expected: string[]) => ({ reasons: expected.map((code) => expect.objectContaining({ code })) })

describe('idempotency-guard', () => {
  test('answers its example as declared', async () => {
    expect(await run(idempotencyGuard.example.input)).toEqual(idempotencyGuard.example.output)
  })

  test('allows a sound key that was never used', async () => {
    expect(await run({ ...sound, prior_events: [] })).toMatchObject({
      decision: 'allow',
      reasons: [],
      risk_score: 0,
      safe_to_retry: true,
      key: { kind: 'uuid4', acceptable: true },
      semantics: {
        on_success: 'replay_stored_response',
        on_pending: '409_wait',
        on_mismatch: '422_reject',
        on_failure: 'execute_again',
      },
    })
  })

  test('allows what has no effect, whatever else is missing', async () => {
    expect(await run({ action: 'list', side_effecting: false })).toMatchObject({
      decision: 'allow',
      ...codes('not_side_effecting'),
    })
  })

  test('judges money as an effect even if it is said to have none', async () => {
    const answer = await run({ ...sound, side_effecting: false, touches_money: true })
    expect(answer).toMatchObject({ decision: 'review', ...codes('contradictory_input') })
  })

  test('blocks money without a key and suggests one', async () => {
    expect(await run({ action: 'charge card', touches_money: true })).toMatchObject({
      decision: 'block',
      ...codes('missing_key'),
      suggested_key: expect.stringMatching(/^idem_[0-9a-f]{32}$/),
      key: { present: false, kind: null },
    })
  })

  test('wants a confirmation for any other effect without a key', async () => {
    expect(await run({ action: 'post note', idempotency_key: ' ' })).toMatchObject({
      decision: 'require_confirm',
      ...codes('missing_key'),
    })
  })

  test('suggests the same key for the same intent, whatever the key order of its payload', async () => {
    const first = await run({ action: 'c', target: 't', payload: { a: 1, b: [2] } })
    const fingerprint = digestOf({ action: 'c', target: 't', payload: { b: [2], a: 1 } })
    expect(first).toMatchObject({ fingerprint, suggested_key: `idem_${fingerprint.slice(0, 32)}` })
  })

  test('takes its own suggestion as a key', async () => {
    const suggested_key = `idem_${digestOf({ action: 'c' }).slice(0, 32)}`
    expect(await run({ action: 'c' })).toMatchObject({ suggested_key })
    expect(await run({ action: 'c', idempotency_key: suggested_key, touches_money: true })).toMatchObject({
      decision: 'allow',
    })
  })

  test('calls "1" a weak key, and has it confirmed for money', async () => {
    expect(await run({ ...sound, idempotency_key: '1' })).toMatchObject({ decision: 'review', ...codes('weak_key') })
    expect(await run({ ...sound, idempotency_key: '1', touches_money: true })).toMatchObject({
      decision: 'require_confirm',
    })
  })

  test('says when a header would change the key', async () => {
    expect(await run({ ...sound, idempotency_key: `${key}é` })).toMatchObject({
      decision: 'review',
      ...codes('key_not_header_safe'),
    })
  })

  test.each([
    ['succeeded', false, 'block', 'duplicate_completed'],
    ['pending', false, 'block', 'in_flight'],
    ['unknown', false, 'require_confirm', 'reconcile_first'],
    ['unknown', true, 'block', 'reconcile_first'],
    [undefined, false, 'require_confirm', 'reconcile_first'],
    ['failed', true, 'allow', 'previous_attempt_failed'],
  ])('meets the same key and payload, %s (money: %s), with %s', async (status, touches_money, decision, code) => {
    const prior_events = [{ action: 'C ', idempotency_key: key, payload: { a: 1 }, status, ts: ago(1_000) }]
    expect(await run({ ...sound, payload: { a: 1 }, touches_money, prior_events })).toMatchObject({
      decision,
      ...codes(code),
      matches: [
        { index: 0, relation: 'same_key_same_payload', age_ms: 1_000, in_window: true, payload_compared: true },
      ],
    })
  })

  test("blocks a key that stands for another payload; an event without action has the request's", async () => {
    const prior_events = [{ idempotency_key: key, payload: { a: 2 }, status: 'succeeded' }]
    expect(await run({ ...sound, payload: { a: 1 }, prior_events })).toMatchObject({
      decision: 'block',
      ...codes('key_reuse_mismatch'),
      matches: [{ relation: 'same_key_other_payload', differs: ['payload'], age_ms: null }],
    })
  })

  test('blocks a key that stands for another action or target', async () => {
    const other = { action: 'other', target: '/b', idempotency_key: key, status: 'failed' }
    expect(await run({ ...sound, target: '/a', prior_events: [other] })).toMatchObject({
      decision: 'block',
      matches: [{ differs: ['action', 'target'] }],
    })
  })

  test('compares a payload with the digest of one', async () => {
    const event = {
      idempotency_key: key,
      payload_digest: `sha256:${digestOf({ a: 1 }).toUpperCase()}`,
      status: 'succeeded',
    }
    expect(await run({ ...sound, payload: { a: 1 }, prior_events: [event] })).toMatchObject(
      codes('duplicate_completed'),
    )
    expect(await run({ ...sound, payload: { a: 2 }, prior_events: [event] })).toMatchObject(codes('key_reuse_mismatch'))
  })

  test('takes a payload that one side does not name as the same, and says it was not compared', async () => {
    const prior_events = [{ idempotency_key: key, status: 'succeeded' }]
    expect(await run({ ...sound, payload: 1, prior_events })).toMatchObject({
      decision: 'block',
      matches: [{ payload_compared: false }],
    })
  })

  test.each([
    [false, 'review'],
    [true, 'require_confirm'],
  ])('meets the same content under another key (money: %s) with %s', async (touches_money, decision) => {
    const prior_events = [{ action: 'c', idempotency_key: 'other', payload: { a: 1 }, status: 'succeeded' }]
    expect(await run({ ...sound, payload: { a: 1 }, touches_money, prior_events })).toMatchObject({
      decision,
      ...codes('semantic_duplicate'),
      matches: [{ relation: 'other_key_same_payload' }],
    })
  })

  test('ignores other content under another key, and an event about nothing', async () => {
    const prior_events = [{ idempotency_key: 'other', payload: { a: 2 }, status: 'succeeded' }, { status: 'succeeded' }]
    expect(await run({ ...sound, payload: { a: 1 }, prior_events })).toMatchObject({ decision: 'allow', matches: [] })
  })

  test('forgets events older than the window, but not for money', async () => {
    const prior_events = [{ idempotency_key: key, status: 'succeeded', ts: ago(90_000_000) }]
    expect(await run({ ...sound, prior_events })).toMatchObject({ decision: 'allow', matches: [{ in_window: false }] })
    expect(await run({ ...sound, touches_money: true, prior_events })).toMatchObject({
      decision: 'review',
      ...codes('late_duplicate'),
    })
  })

  test('knows that a pending attempt ended when a later event says so', async () => {
    const pending = { idempotency_key: key, status: 'pending', ts: ago(60_000) }
    const failed = { idempotency_key: key, status: 'failed', ts: ago(30_000) }
    expect(await run({ ...sound, prior_events: [pending, failed] })).toMatchObject({ decision: 'allow' })
    expect(await run({ ...sound, prior_events: [{ ...pending, ts: ago(10_000) }, failed] })).toMatchObject({
      decision: 'block',
    })
  })

  test('gives one reason a kind, however many events there are', async () => {
    const prior_events = Array.from({ length: 1_000 }, () => ({ idempotency_key: key, status: 'succeeded' }))
    const answer = await run({ ...sound, prior_events })
    expect(answer).toMatchObject({
      risk_score: 30,
      reasons: [{ path: '/prior_events/0', evidence: { also_at: expect.any(Array) } }],
    })
  })

  test.each([
    ['none', false, 'review', 'no_key_storage'],
    ['none', true, 'block', 'no_key_storage'],
    ['memory', false, 'review', 'volatile_storage'],
    ['memory', true, 'require_confirm', 'volatile_storage'],
  ])('meets keys kept in %s (money: %s) with %s', async (key_storage, touches_money, decision, code) => {
    expect(await run({ ...sound, key_storage, touches_money })).toMatchObject({ decision, ...codes(code) })
  })

  test('calls a window too short that closes before the last retry, and has it confirmed for money', async () => {
    expect(await run({ ...sound, dedup_window_ms: 1_000 })).toMatchObject({
      decision: 'review',
      ...codes('window_too_short'),
    })
    expect(await run({ ...sound, dedup_window_ms: 1_000, touches_money: true })).toMatchObject({
      decision: 'require_confirm',
    })
    expect(await run({ ...sound, dedup_window_ms: 1_000, retry_horizon_ms: 1_000 })).toMatchObject({
      decision: 'allow',
    })
  })

  test('names every input whose check was skipped', async () => {
    expect(await run({ action: 'c', idempotency_key: key })).toMatchObject({
      checks: expect.arrayContaining([
        { id: 'key_storage', status: 'skipped', detail: 'key_storage was not given' },
        { id: 'prior_events', status: 'skipped', detail: 'prior_events was not given' },
      ]),
    })
  })

  test('digests exactly the body it was sent, unknown keys and all', async () => {
    const body = { ...sound, note: 'mine', now: '2026-11-20T12:00:00Z' }
    expect(await run(body)).toMatchObject({ input_digest: digestOf(body) })
  })

  test.each([
    { ...sound, key_storage: 'cloud' },
    { ...sound, now: 'noon' },
    { ...sound, prior_events: [{ status: 'done' }] },
    { ...sound, prior_events: [{ ts: 'yesterday' }] },
    { ...sound, dedup_window_ms: -1 },
    { ...sound, dedup_window_ms: 2_592_000_001 },
    { ...sound, action: '' },
    { ...sound, idempotency_key: 'x'.repeat(256) },
  ])('refuses %j', (input) => {
    expect(idempotencyGuard.input.safeParse(input).success).toBe(false)
  })
})
