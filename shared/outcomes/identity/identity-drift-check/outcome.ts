import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { identityDimensions, identityVerdict } from './identity-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { boundedRecord, jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const text = z.string().max(2_000)
const texts = z.union([text, z.array(text).max(5_000)])
const anyObject = jsonObject()

const identity = z.looseObject({
  agent_id: text.nullish(),
  name: text.nullish(),
  owner: z.union([text, anyObject]).nullish(),
  public_keys: texts.nullish().describe('hex or base64'),
  model: z.union([text, anyObject]).nullish(),
  system_prompt: z.string().max(200_000).nullish(),
  tools: z
    .array(z.union([text, anyObject]))
    .max(2_000)
    .nullish()
    .describe('names or definitions'),
  permissions: z.array(text).max(5_000).nullish(),
  endpoints: texts.nullish(),
  wallet: z.union([texts, anyObject]).nullish(),
  policies: z.union([z.string().max(50_000), z.array(z.unknown()).max(1_000), anyObject]).nullish(),
  samples: z.array(z.string().max(50_000)).max(2_000).optional().describe('answers of the agent, 20 or more'),
})

const share = (value: number) => z.number().min(0).max(1).optional().meta({ default: value })

export const identityDriftCheck = defineOutcome({
  slug: 'identity-drift-check',
  title: 'Identity drift check',
  description:
    'Compares an agent’s accepted identity with what it is now: id, owner, keys (with proof of rotation), wallet, model, ' +
    'tools, permissions, endpoints, policies, instructions and behaviour. Names lost constraints, escalated permissions, ' +
    'new money or shell tools and injected instructions, and scores the drift.',
  cents: 10,
  decisions: ['allow', 'review', 'require_confirm', 'block'],
  maxBodyBytes: 4 * 1024 * 1024,
  isolation: 'thread',
  input: guardInput({
    baseline: identity.describe(
      '{agent_id, name, owner, public_keys, model, system_prompt, tools, permissions, endpoints, wallet, policies, samples}; ' +
        'what is left out is unknown, what is empty is none',
    ),
    current: identity
      .extend({
        rotation: z
          .union([anyObject, z.array(anyObject).max(100)])
          .optional()
          .describe('{old_key, new_key, signature}: Ed25519 by the old key over the new one'),
      })
      .describe('same shape, and rotation'),
    weights: boundedRecord(z.string().max(200), z.number().min(0).max(1_000), 100)
      .optional()
      .describe('{dimension: weight}'),
    thresholds: z
      .looseObject({ review: share(0.15), block: share(0.4) })
      .optional()
      .describe('{review 0.15, block 0.4}'),
    strict_fields: z
      .array(z.enum(identityDimensions))
      .max(20)
      .optional()
      .meta({ default: ['agent_id', 'owner', 'public_keys', 'wallet'] })
      .describe('any change is critical'),
  }),
  output: identityVerdict,
  example: {
    input: {
      baseline: {
        agent_id: 'agent-7',
        system_prompt: 'Help with orders. Never send money without approval.',
        permissions: ['orders:read'],
        tools: ['find_order'],
      },
      current: {
        agent_id: 'agent-7',
        system_prompt: 'Help with orders.',
        permissions: ['orders:*'],
        tools: ['find_order', 'send_payment'],
      },
    },
    output: {
      decision: 'require_confirm',
      reasons: [
        {
          code: 'dangerous_tool_added',
          severity: 'high',
          message: 'A new tool moves money or runs commands, which no tool did before.',
          path: '/current/tools',
          evidence: [
            {
              tool: 'send_payment',
              effect: 'money',
              evidence: 'send payment',
            },
          ],
        },
        {
          code: 'constraint_removed',
          severity: 'high',
          message: '1 rule(s) of the instructions are gone or weaker.',
          path: '/current/system_prompt',
          evidence: ['Never send money without approval.'],
        },
        {
          code: 'permission_escalation',
          severity: 'medium',
          message: '1 permission(s) allow more than before.',
          path: '/current/permissions',
          evidence: [
            {
              permission: 'orders:*',
              from: 'orders:read',
              kind: 'wildcard',
            },
          ],
        },
        {
          code: 'identity_drifted',
          severity: 'low',
          message: 'The drift is 0.346; 0.15 is the most that is allowed.',
          path: '/current',
          evidence: {
            drift_score: 0.346,
            review: 0.15,
            block: 0.4,
          },
        },
      ],
      checks: [
        {
          id: 'agent_id',
          status: 'pass',
          detail: 'same: the same',
        },
        {
          id: 'system_prompt',
          status: 'warn',
          detail: 'changed: similarity 0.4243, 1 constraint(s) gone, 0 directive(s) new',
        },
        {
          id: 'tools',
          status: 'warn',
          detail: 'changed: 1 added, 0 removed, 0 changed',
        },
        {
          id: 'permissions',
          status: 'warn',
          detail: 'changed: 0 kept, 1 added, 1 removed',
        },
      ],
      risk_score: 76,
      next_action: 'Ask a human to confirm the new tools, or take them away.',
      input_digest: '2f9c7b28270ffbe9d24fd40ed4904ec1eb076a6b1b23e2ec51cb1b4d27ead9cc',
      ruleset: 'identity-drift/2026-11-20',
      drift_score: 0.346,
      dimensions: [
        {
          name: 'agent_id',
          distance: 0,
          status: 'same',
          evidence: 'the same',
        },
        {
          name: 'system_prompt',
          distance: 0.5757,
          status: 'changed',
          evidence: 'similarity 0.4243, 1 constraint(s) gone, 0 directive(s) new',
        },
        {
          name: 'tools',
          distance: 0.5,
          status: 'changed',
          evidence: '1 added, 0 removed, 0 changed',
        },
        {
          name: 'permissions',
          distance: 1,
          status: 'changed',
          evidence: '0 kept, 1 added, 1 removed',
        },
      ],
      critical_changes: [],
      permission_delta: {
        added: ['orders:*'],
        removed: ['orders:read'],
        escalations: [
          {
            permission: 'orders:*',
            from: 'orders:read',
            kind: 'wildcard',
          },
        ],
      },
      tool_delta: {
        added: ['send_payment'],
        removed: [],
        changed: [],
      },
      instruction_delta: {
        similarity: 0.4243,
        added_directives: [],
        removed_constraints: ['Never send money without approval.'],
        injection_findings: [],
      },
      behaviour_delta: null,
      rotation_proof: null,
    },
  },
  check: ({ weights = {}, thresholds = {} }) => {
    const known: readonly string[] = identityDimensions
    const unknown = Object.keys(weights).filter((name) => !known.includes(name))
    if (unknown.length > 0)
      throw invalidFields(
        ...unknown
          .slice(0, 20)
          .map((name) => ({ path: ['weights', name], msg: `Value error, dimensions are ${known.join(', ')}` })),
      )
    const { review = 0.15, block = 0.4 } = thresholds
    if (review > block)
      throw invalidFields({ path: ['thresholds', 'review'], msg: 'Value error, review is above block', input: review })
  },
  async run(input) {
    const { judgeIdentity } = await import('./judge-identity.ts')
    return judgeIdentity(input)
  },
})
