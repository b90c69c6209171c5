import { z } from 'zod'

import { agentStateVerdict } from '#shared/engines/guard/agent-state-verdict.ts'
import { judgeAgentState, sideEffects } from '#shared/engines/guard/agent-state.ts'
import { conditionsOf } from '#shared/engines/guard/conditions.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { priorEvents } from '#shared/engines/guard/prior-event.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '../define.ts'

const state = jsonObject(5_000)
const names = z.array(z.string().max(200)).max(100)

export const agentStateGuard = defineOutcome({
  slug: 'agent-state-guard',
  title: 'Agent state guard',
  description:
    'Checks before a write that the world is in the state the plan assumed: preconditions with operators, version or ' +
    'ETag, duplicates among earlier events, confirmations, and how old the state is. Answers allow, review, ' +
    'require_confirm or block, with the step that gets the agent out of it.',
  cents: 10,
  decisions,
  input: guardInput({
    action: z.string().min(1).max(2_000).describe('what is about to be done'),
    current_state: state.describe('state as read now'),
    required_state: state
      .optional()
      .describe(
        'preconditions: literals, or operators $eq $ne $gt $gte $lt $lte $in $nin $exists $regex (RE2) $size $all',
      ),
    expected_version: z
      .union([z.string().max(500), z.number()])
      .optional()
      .describe('version the plan was made on'),
    idempotency_key: z.string().max(255).optional().describe('key of this action'),
    prior_events: priorEvents.describe(
      '{action, idempotency_key, status: succeeded|failed|pending|unknown, ts, target}',
    ),
    side_effect: documentedDefault(z.enum(sideEffects), 'external_write').describe('kind of effect'),
    required_confirmations: names.optional().describe('names that must be present'),
    received_confirmations: names.optional().describe('names present'),
    target: z
      .string()
      .max(2_000)
      .optional()
      .describe('whom or what the action reaches, to recognise a repeated message'),
    now: nowInput,
  }),
  output: agentStateVerdict,
  example: {
    input: {
      action: 'ship order 7',
      current_state: { status: 'paid', qty: 2, version: 4, read_at: '2026-11-20T11:59:30Z' },
      required_state: { status: 'paid', qty: { $gte: 1 } },
      expected_version: 3,
      now: '2026-11-20T12:00:00Z',
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'version_conflict',
          severity: 'high',
          message: 'The state changed since the plan was made: expected 3, version is 4.',
          path: '/version',
          evidence: { expected: 3, actual: 4, source: 'version', match: false },
        },
      ],
      checks: [
        { id: 'preconditions', status: 'pass', detail: '2 of 2 met' },
        { id: 'version', status: 'fail', detail: 'expected 3, version is 4' },
        { id: 'duplicates', status: 'skipped', detail: 'prior_events was not given' },
        { id: 'confirmations', status: 'skipped', detail: 'required_confirmations was not given' },
        { id: 'freshness', status: 'pass', detail: 'read_at is 30 s old' },
      ],
      risk_score: 30,
      next_action: 'Read the state again and make the plan anew on its present version.',
      input_digest: '5efeec7c2a6858ebefc30e2d33b5987927dca181ab51688aa920dc2fb7e3e569',
      ruleset: 'agent-state/2026-11-20',
      preconditions: [
        { path: '/status', op: '$eq', expected: 'paid', actual: 'paid', status: 'met' },
        { path: '/qty', op: '$gte', expected: 1, actual: 2, status: 'met' },
      ],
      version: { expected: 3, actual: 4, source: 'version', match: false },
      duplicates: [],
      missing_confirmations: [],
      safe_to_proceed: false,
      recovery: { step: 'rebase', detail: 'Read the state again and make the plan anew on its present version.' },
    },
  },
  check: ({ required_state }) => {
    conditionsOf(required_state ?? {})
  },
  run: (input, ctx) => judgeAgentState(input, instantOf(input.now) ?? ctx.now().getTime(), input),
})
