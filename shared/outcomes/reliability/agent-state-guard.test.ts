import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { agentStateGuard } from './agent-state-guard.ts'

const run = (input: unknown) => agentStateGuard.run(input, fakeContext())
const ago = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12) - seconds * 1_000).toISOString()
const codes = (...expected: string[]) => ({ reasons: expected.map((code) => expect.objectContaining({ code })) })
const act = (more: object = {}) => run({ action: 'ship order 7', current_state: {}, ...more })
const pay = (more: object = {}) =>
  run({ action: 'pay', current_state: { n: 1 }, required_state: { n: 1 }, side_effect: 'financial', ...more })

describe('agent-state-guard', () => {
  test('answers its example as declared', async () => {
    expect(await run(agentStateGuard.example.input)).toEqual(agentStateGuard.example.output)
  })

  test('allows an action whose preconditions and version hold', async () => {
    const input = {
      action: 'ship order 7',
      current_state: { status: 'paid', version: 3 },
      required_state: { status: 'paid' },
      expected_version: 3,
    }
    expect(await run(input)).toMatchObject({
      decision: 'allow',
      reasons: [],
      safe_to_proceed: true,
      recovery: null,
      version: { expected: 3, actual: 3, source: 'version', match: true },
      input_digest: digestOf(input),
    })
  })

  test('blocks on a failed precondition and names its place', async () => {
    expect(await act({ current_state: { qty: 2 }, required_state: { qty: { $gte: 3 } } })).toMatchObject({
      decision: 'block',
      reasons: [{ code: 'precondition_failed', path: '/qty', evidence: { status: 'mismatch' } }],
      preconditions: [{ path: '/qty', op: '$gte', expected: 3, actual: 2, status: 'mismatch' }],
      recovery: { step: 'reread' },
    })
  })

  test('lists every failed precondition and gives at most twenty reasons', async () => {
    const required_state = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, 1]))
    const { reasons } = Object(await act({ required_state }))
    expect(reasons).toHaveLength(20)
    expect(reasons[19].message).toContain('10 more')
  })

  test.each([
    [{ version: 'W/"3"' }, '"3"', 'version', true],
    [{ version: ' 3 ' }, 3, 'version', true],
    [{ version: null, _version: 4 }, 3, '_version', false],
    [{ ETag: '"abc"' }, 'abc', 'etag', true],
    [{ revision: 2, etag: 'x' }, 'x', 'etag', true],
    [{ metadata: { resourceVersion: '88' } }, '87', 'resourceVersion', false],
  ])('compares the version of %j with %j', async (current_state, expected_version, source, match) => {
    expect(await act({ current_state, expected_version })).toMatchObject({
      decision: match ? 'allow' : 'block',
      version: { source, match },
      ...codes(...(match ? [] : ['version_conflict'])),
    })
  })

  test.each([
    [{}, 3],
    [{ version: 2 ** 53 }, 2 ** 53],
  ])('cannot verify a version on %j, which money must have confirmed', async (current_state, expected_version) => {
    const input = { action: 'x', current_state, expected_version, idempotency_key: 'k' }
    expect(await run(input)).toMatchObject({
      decision: 'review',
      ...codes('version_unverifiable'),
      version: { match: null },
    })
    expect(await run({ ...input, side_effect: 'financial' })).toMatchObject({ decision: 'require_confirm' })
  })

  test.each([
    ['succeeded', 'external_write', 'block', 'duplicate_action', 'reconcile'],
    ['pending', 'external_write', 'block', 'in_flight', 'wait'],
    ['unknown', 'external_write', 'require_confirm', 'outcome_unknown', 'reconcile'],
    ['unknown', 'financial', 'block', 'outcome_unknown', 'reconcile'],
  ])('meets the same key, %s (%s), with %s', async (status, side_effect, decision, code, step) => {
    const prior_events = [{ idempotency_key: 'k1', status, ts: ago(90_000) }]
    expect(await pay({ side_effect, idempotency_key: 'k1', prior_events })).toMatchObject({
      decision,
      ...codes(code),
      duplicates: [{ index: 0, status, why: 'same_key' }],
      recovery: { step },
    })
  })

  test('blocks a payment that already succeeded, however little the state says', async () => {
    const input = { action: 'pay', current_state: {}, side_effect: 'financial', idempotency_key: 'k1' }
    const answer = await run({ ...input, prior_events: [{ idempotency_key: 'k1', status: 'succeeded' }] })
    expect(answer).toMatchObject({ decision: 'block', ...codes('duplicate_action', 'unguarded_write') })
  })

  test('allows another attempt after a failed one, with a note', async () => {
    const prior_events = [{ idempotency_key: 'k1', status: 'failed' }]
    expect(await act({ idempotency_key: 'k1', prior_events })).toMatchObject({
      decision: 'allow',
      ...codes('previous_attempt_failed'),
    })
  })

  test.each([
    [{ action: ' SHIP  order 7', ts: ago(599) }, 'review'],
    [{ action: 'ship order 7' }, 'review'],
    [{ action: 'ship order 7', ts: ago(601) }, 'allow'],
    [{ action: 'ship order 7', status: 'failed' }, 'allow'],
    [{ action: 'ship order 8' }, 'allow'],
  ])('without a key, meets the event %j with %s', async (event, decision) => {
    expect(await act({ prior_events: [{ status: 'succeeded', ...event }] })).toMatchObject({
      decision,
      ...codes(...(decision === 'review' ? ['possible_duplicate'] : [])),
    })
  })

  test('takes the same words under two different keys for two intents', async () => {
    const prior_events = [{ action: 'ship order 7', idempotency_key: 'other', status: 'succeeded' }]
    expect(await act({ idempotency_key: 'mine', prior_events })).toMatchObject({ decision: 'allow', duplicates: [] })
  })

  test.each([
    [{ target: 'Bob@x.example' }, 'review'],
    [{ current_state: { to: 'bob@x.example' } }, 'review'],
    [{ action: 'mail the offer to bob@x.example.' }, 'review'],
    [{ action: 'mail to notbob@x.example' }, 'allow'],
    [{ target: 'ann@x.example' }, 'allow'],
    [{ target: 'bob@x.example', side_effect: 'external_write' }, 'allow'],
  ])('meets a second message, %j, with %s', async (more, decision) => {
    const prior_events = [
      { action: 'mail', target: 'bob@x.example', idempotency_key: 'first', status: 'succeeded', ts: ago(60) },
    ]
    const input = { action: 'mail the offer', idempotency_key: 'second', side_effect: 'communication', prior_events }
    expect(await act({ ...input, ...more })).toMatchObject({
      decision,
      ...codes(...(decision === 'review' ? ['repeated_message'] : [])),
    })
  })

  test('asks for every confirmation that is missing, by any spelling', async () => {
    const asked = { required_confirmations: ['Owner', ' legal', 'LEGAL'] }
    expect(await act({ ...asked, received_confirmations: ['owner '] })).toMatchObject({
      decision: 'require_confirm',
      missing_confirmations: ['LEGAL'],
      ...codes('missing_confirmation'),
      recovery: { step: 'ask' },
    })
    expect(await act({ ...asked, received_confirmations: ['OWNER', 'Legal'] })).toMatchObject({ decision: 'allow' })
  })

  test('asks neither for duplicates nor for confirmations when nothing is written', async () => {
    const prior_events = [{ action: 'ship order 7', idempotency_key: 'k', status: 'succeeded' }]
    const input = { side_effect: 'read_only', idempotency_key: 'k', prior_events, required_confirmations: ['owner'] }
    expect(await act(input)).toMatchObject({ decision: 'allow', duplicates: [], missing_confirmations: [] })
  })

  test('has a payment without a key confirmed, and one without any precondition reviewed', async () => {
    expect(await pay()).toMatchObject({ decision: 'require_confirm', ...codes('financial_without_key') })
    const unguarded = await pay({ idempotency_key: 'k', required_state: {} })
    expect(unguarded).toMatchObject({ decision: 'review', ...codes('unguarded_write') })
  })

  test.each([
    [{ as_of: ago(301) }, 'external_write', 'review'],
    [{ updated_at: ago(301) }, 'financial', 'require_confirm'],
    [{ as_of: ago(299) }, 'external_write', 'allow'],
    [{ updated_at: ago(9_000), read_at: ago(3) }, 'external_write', 'allow'],
    [{ as_of: 'a while ago' }, 'external_write', 'allow'],
    [{ as_of: Date.UTC(2026, 10, 20, 11) / 1_000 }, 'external_write', 'review'],
  ])('meets the state %j (%s) with %s', async (current_state, side_effect, decision) => {
    const input = { action: 'x', current_state, side_effect, idempotency_key: 'k', required_state: current_state }
    expect(await run(input)).toMatchObject({ decision, ...codes(...(decision === 'allow' ? [] : ['stale_read'])) })
  })

  test('notes a state that was read in the future', async () => {
    expect(await act({ current_state: { as_of: ago(-400) } })).toMatchObject({
      decision: 'allow',
      ...codes('clock_skew'),
    })
  })

  test('judges by the time it is given', async () => {
    const input = { current_state: { as_of: '2020-01-01T00:00:00Z' }, now: '2020-01-01T00:01:00Z' }
    expect(await act(input)).toMatchObject({ decision: 'allow' })
  })

  test('refuses an operator that does not exist, before any charge', () => {
    expect(() => agentStateGuard.check?.({ required_state: { a: { $near: 1 } } })).toThrow(Refusal)
  })

  test('refuses a body without current_state, and says which field', () => {
    expect(agentStateGuard.input.safeParse({ action: 'x' }).error?.issues).toMatchObject([{ path: ['current_state'] }])
  })

  test.each([
    { current_state: [] },
    { current_state: {}, side_effect: 'weird' },
    { current_state: {}, expected_version: true },
  ])('refuses %j', (input) => {
    expect(agentStateGuard.input.safeParse({ action: 'x', ...input }).success).toBe(false)
  })
})
