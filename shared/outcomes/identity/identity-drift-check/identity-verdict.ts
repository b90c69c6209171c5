import { z } from 'zod'

import { verdictFields } from '#shared/engines/guard/verdict.ts'

/** What an identity is made of, in the order of the answer. */
export const identityDimensions = [
  'agent_id',
  'name',
  'owner',
  'public_keys',
  'wallet',
  'model',
  'system_prompt',
  'tools',
  'permissions',
  'endpoints',
  'policies',
  'behaviour',
] as const
export type IdentityDimension = (typeof identityDimensions)[number]

export const dimensionStatuses = ['same', 'changed', 'added', 'removed', 'unknown'] as const
export type DimensionStatus = (typeof dimensionStatuses)[number]

export const escalationKinds = ['wildcard', 'raised', 'new_money', 'new_shell', 'new_identity', 'new_delete'] as const

const names = z.array(z.string())

/** What identity-drift-check answers. */
export const identityVerdict = z.object({
  ...verdictFields,
  drift_score: z.number().min(0).max(1).describe('weighted; taken over no less than half of all weight'),
  dimensions: z.array(
    z.object({
      name: z.enum(identityDimensions),
      distance: z.number().min(0).max(1),
      status: z.enum(dimensionStatuses).describe('unknown: on one side only, so neither same nor counted'),
      evidence: z.string(),
    }),
  ),
  critical_changes: z.array(
    z.object({
      field: z.enum(identityDimensions),
      before_fingerprint: z.string().nullable(),
      after_fingerprint: z.string().nullable(),
    }),
  ),
  permission_delta: z.object({
    added: names,
    removed: names,
    escalations: z.array(
      z.object({ permission: z.string(), from: z.string().nullable(), kind: z.enum(escalationKinds) }),
    ),
  }),
  tool_delta: z.object({ added: names, removed: names, changed: names }),
  instruction_delta: z.object({
    similarity: z.number().min(0).max(1),
    added_directives: names,
    removed_constraints: names,
    injection_findings: z.array(z.object({ rule_id: z.string(), severity: z.string(), excerpt: z.string() })),
  }),
  behaviour_delta: z
    .object({
      length_shift: z.number().describe('change of the mean length, as a share of it'),
      refusal_rate_shift: z.number(),
      js_vocabulary: z.number().describe('Jensen-Shannon divergence of the words, in bits'),
      n: z.object({ baseline: z.int(), current: z.int() }),
    })
    .nullable()
    .describe('null with fewer than 20 samples on a side'),
  rotation_proof: z.enum(['valid', 'invalid']).nullable().describe('null when current.rotation was not given'),
})
export type IdentityVerdict = z.output<typeof identityVerdict>
