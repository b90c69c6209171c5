import { z } from 'zod'

import { severities, verdictFields } from '#shared/engines/guard/verdict.ts'

export const targetKinds = [
  'host',
  'arn',
  'db',
  'k8s',
  'aws',
  'gcp',
  'azure',
  'bucket',
  'repo',
  'ip',
  'terraform',
  'docker',
  'name',
] as const
export const targetEnvironments = ['production', 'staging', 'dev', 'unknown'] as const
export type TargetEnvironment = (typeof targetEnvironments)[number]

/** What infra-target-guard answers. */
export const targetVerdict = z.object({
  ...verdictFields,
  resolved: z
    .array(
      z.object({
        kind: z.enum(targetKinds),
        value: z.string().describe('credentials removed'),
        environment_guess: z.enum(targetEnvironments),
        confidence: z.number().min(0).max(1),
        evidence: z.string().describe('where it was read and which word decided'),
        account: z.string().nullable(),
        region: z.string().nullable(),
      }),
    )
    .describe('everything the operation points at, in the order it was found'),
  environment_declared: z.enum(['production', 'staging', 'dev']).nullable(),
  environment_inferred: z.enum(targetEnvironments),
  mismatches: z.array(
    z.object({ field: z.string(), expected: z.string(), actual: z.string(), severity: z.enum(severities) }),
  ),
  read_only: z.boolean().describe('the action only reads'),
  private_or_metadata: z.boolean().describe('a target is loopback, link-local metadata, or a private address'),
  redacted_target: z.string().describe('credentials removed; empty when nothing was found'),
})
export type TargetVerdict = z.output<typeof targetVerdict>
