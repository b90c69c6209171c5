import { describe, expect, test } from 'vitest'

import { judgePreflight } from './preflight.ts'
import type { PreflightQuestion } from './preflight-questions.ts'
import { conclude } from '#shared/engines/guard/verdict.ts'
import type { Decision } from '#shared/engines/guard/verdict.ts'

const key = '123e4567-e89b-42d3-a456-426614174000'
const sound: PreflightQuestion = {
  action: 'ship order 7',
  idempotency_key: key,
  key_storage: 'database',
  current_state: { version: 1 },
  expected_version: 1,
}
const destructive = (decision: Decision = 'allow', ruleset = 'destructive/2026-01-01') =>
  conclude({
    input: {},
    ruleset,
    checks: [],
    findings: decision === 'allow' ? [] : [{ decision, code: 'dangerous', message: 'm', next: 'Stop.' }],
  })
const judge = (more: Partial<PreflightQuestion> = {}, third = destructive()) =>
  judgePreflight({ ...sound, ...more }, third)

describe('preflight-before-write: a preflight', () => {
  test('goes when all three guards allow', async () => {
    expect(await judge()).toMatchObject({
      decision: 'go',
      verdict: 'go',
      reasons: [],
      blocking_guard: null,
      guards: {
        agent_state: { decision: 'allow' },
        idempotency: { decision: 'allow' },
        destructive: { decision: 'allow' },
      },
      decision_id: expect.stringMatching(/^dec_[0-9a-f]{24}$/),
    })
  })

  test.each([
    ['block', 'no-go'],
    ['require_confirm', 'require_confirm'],
    ['review', 'review'],
  ] as const)('takes the worst word of the three: %s gives %s', async (asked, decision) => {
    expect(await judge({}, destructive(asked))).toMatchObject({
      decision,
      verdict: 'no-go',
      blocking_guard: asked === 'block' ? 'destructive' : null,
      next_action: 'Stop.',
      reasons: [{ code: 'dangerous', guard: 'destructive' }],
    })
  })

  test('names the first guard that blocked, and takes its advice', async () => {
    expect(await judge({ expected_version: 2 }, destructive('block'))).toMatchObject({
      blocking_guard: 'agent_state',
      next_action: expect.stringContaining('Read the state again'),
      risk_score: 60,
    })
  })

  test('puts the worst reason first, whichever guard gave it', async () => {
    const { reasons } = await judge({ key_storage: 'memory', side_effect: 'financial' }, destructive('block'))
    expect(reasons.map(({ code }) => code)).toEqual(['dangerous', 'volatile_storage'])
  })

  test('skips the state guard without a state, which for money wants a review', async () => {
    const answer = await judge({ current_state: undefined, expected_version: undefined })
    expect(answer).toMatchObject({ decision: 'go', guards: { agent_state: { status: 'skipped' } } })
    const money = await judge({ current_state: undefined, expected_version: undefined, side_effect: 'financial' })
    expect(money).toMatchObject({ decision: 'review', reasons: [{ code: 'unguarded_write', guard: 'agent_state' }] })
  })

  test('never lets a plan pass unseen that depends on a state nobody sent', async () => {
    expect(await judge({ current_state: undefined })).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'unverified_precondition' }],
    })
    const unconfirmed = await judge({
      current_state: undefined,
      expected_version: undefined,
      required_confirmations: ['owner'],
    })
    expect(unconfirmed).toMatchObject({ decision: 'require_confirm', reasons: [{ code: 'missing_confirmation' }] })
  })

  test('derives effects and money from the kind of effect, unless they are told', async () => {
    const bare = { idempotency_key: undefined }
    expect(await judge({ ...bare, side_effect: 'read_only' })).toMatchObject({ decision: 'go' })
    expect(await judge({ ...bare, side_effect: 'financial' })).toMatchObject({
      decision: 'no-go',
      blocking_guard: 'idempotency',
    })
    expect(await judge({ ...bare, touches_money: true })).toMatchObject({ decision: 'no-go' })
    expect(await judge({ ...bare, side_effecting: false })).toMatchObject({ decision: 'go' })
    expect(await judge(bare)).toMatchObject({ decision: 'require_confirm' })
  })

  test('takes the payload digest as part of the intent', async () => {
    const event = { idempotency_key: key, payload_digest: 'b'.repeat(64), status: 'failed' as const }
    expect(await judge({ payload_digest: 'a'.repeat(64), prior_events: [event] })).toMatchObject({
      decision: 'no-go',
      reasons: [{ code: 'key_reuse_mismatch' }, { code: 'previous_attempt_failed' }],
    })
  })

  test('judges ages by the latest time in the body, so the clock plays no part', async () => {
    const current_state = { version: 1, as_of: '2026-11-20T12:00:00Z' }
    const later = { action: 'other', idempotency_key: 'x', status: 'succeeded' as const, ts: '2026-11-20T12:06:00Z' }
    expect(await judge({ current_state })).toMatchObject({ decision: 'go' })
    expect(await judge({ current_state, prior_events: [later] })).toMatchObject({
      decision: 'review',
      reasons: [{ code: 'stale_read' }],
    })
    expect(await judge({ current_state, now: '2026-11-21T12:00:00Z' })).toMatchObject({ decision: 'review' })
  })

  test('gives the same body the same decision id, and newer rules another', async () => {
    const ids = await Promise.all([
      judge(),
      judge(),
      judge({}, destructive('allow', 'destructive/2030-01-01')),
      judge({ action: 'x' }),
    ])
    expect(new Set(ids.map(({ decision_id }) => decision_id)).size).toBe(3)
    expect(ids[0].decision_id).toBe(ids[1].decision_id)
    expect(ids[2].ruleset).toBe('preflight/2030-01-01')
  })

  test('names every check after its guard', async () => {
    const { checks } = await judge()
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['clock', 'agent_state.version', 'idempotency.key_present']),
    )
  })
})
