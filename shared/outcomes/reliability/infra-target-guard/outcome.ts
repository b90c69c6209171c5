import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { eventTime, instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { targetVerdict } from './target-verdict.ts'
import { boundedRecord, jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const environments = z.enum(['production', 'staging', 'dev'])
const globs = z.array(z.string().min(1).max(500)).max(200)
const wanted = z.string().min(1).max(500).optional()
const map = boundedRecord(z.string().max(200), environments, 1_000).optional()

export const infraTargetGuard = defineOutcome({
  slug: 'infra-target-guard',
  title: 'Infrastructure target guard',
  description:
    'Finds out which environment, account, region, cluster and host an operation really points at (flags, variables, ' +
    'ARNs, URLs, connection strings, context) and stops wrong-target accidents, protected targets, freezes and metadata access.',
  cents: 8,
  decisions,
  isolation: 'thread',
  input: guardInput({
    action: z.string().min(1).max(20_000).describe('command or operation'),
    target: z.string().max(10_000).optional().describe('host, URL, ARN, connection string, resource path'),
    environment: environments.optional().describe('environment the caller believes in'),
    context: jsonObject(200)
      .optional()
      .describe(
        '{kube_context, namespace, aws_profile, aws_account_id, aws_region, gcp_project, azure_subscription, tf_workspace, database_url, docker_host, hostname, git_branch}',
      ),
    expected: z
      .object({
        account_id: wanted,
        region: wanted,
        project: wanted,
        cluster: wanted,
        namespace: wanted,
        host: wanted,
        accounts: map,
        projects: map,
      })
      .loose()
      .optional()
      .describe('{account_id, region, project, cluster, namespace, host, accounts and projects: {id: environment}}'),
    protected: globs.optional().describe('globs never to touch'),
    allowlist: globs.optional().describe('globs allowed'),
    freeze_windows: z
      .array(z.object({ from: eventTime, to: eventTime, reason: z.string().max(2_000).optional() }).loose())
      .max(200)
      .optional()
      .describe('{from, to, reason}'),
    now: nowInput,
  }),
  output: targetVerdict,
  example: {
    input: {
      action: 'kubectl --context prod-eu delete pod web-7',
      environment: 'dev',
      now: '2026-11-20T12:00:00Z',
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'environment_mismatch',
          severity: 'critical',
          message:
            'Declared dev, but the operation points at production: prod-eu (a flag of the action; the word "prod").',
          path: '/environment',
          evidence: {
            declared: 'dev',
            inferred: 'production',
            why: 'prod-eu (a flag of the action; the word "prod")',
          },
        },
      ],
      checks: [
        {
          id: 'targets',
          status: 'pass',
          detail: '1 target(s) found; the action may write',
        },
        {
          id: 'environment',
          status: 'fail',
          detail: 'declared dev, inferred production from prod-eu (a flag of the action; the word "prod")',
        },
        {
          id: 'expected',
          status: 'skipped',
          detail: 'expected was not given',
        },
        {
          id: 'metadata',
          status: 'pass',
          detail: 'no address of a metadata service',
        },
        {
          id: 'protected',
          status: 'skipped',
          detail: 'protected was not given',
        },
        {
          id: 'allowlist',
          status: 'skipped',
          detail: 'allowlist was not given',
        },
        {
          id: 'freeze_windows',
          status: 'skipped',
          detail: 'freeze_windows was not given',
        },
      ],
      risk_score: 60,
      next_action: 'Point the operation at dev, or declare production if that is meant.',
      input_digest: '5e6ae5d089f40ae2a1c298a52eb468b942929959ba64d0ae801b6cea6c6635e8',
      ruleset: 'infra-target/2026-11-20',
      resolved: [
        {
          kind: 'k8s',
          value: 'prod-eu',
          environment_guess: 'production',
          confidence: 0.9,
          evidence: 'a flag of the action; the word "prod"',
          account: null,
          region: null,
        },
      ],
      environment_declared: 'dev',
      environment_inferred: 'production',
      mismatches: [],
      read_only: false,
      private_or_metadata: false,
      redacted_target: 'prod-eu',
    },
  },
  run: async (input, ctx) => {
    const { judgeTarget } = await import('./judge-target.ts')
    return judgeTarget(input, instantOf(input.now) ?? ctx.now().getTime())
  },
})
