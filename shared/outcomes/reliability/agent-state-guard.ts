import { z } from 'zod'

import { agentStateVerdict } from '#shared/engines/guard/agent-state-verdict.ts'
import { judgeAgentState, sideEffects } from '#shared/engines/guard/agent-state.ts'
import { conditionsOf } from '#shared/engines/guard/conditions.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { priorEvents } from '#shared/engines/guard/prior-event.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '../define.ts'
import example from './agent-state-guard.example.json' with { type: 'json' }

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
  types: {
    takes: {
      action: 'action',
      current_state: 'json',
      required_state: 'json',
      expected_version: 'version',
      idempotency_key: 'key',
    },
    gives: { decision: 'decision' },
  },
  input: () =>
    guardInput({
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
  example: exampleFrom(example),
  check: ({ required_state }) => {
    conditionsOf(required_state ?? {})
  },
  run: (input, ctx) => judgeAgentState(input, instantOf(input.now) ?? ctx.now().getTime(), input),
})
