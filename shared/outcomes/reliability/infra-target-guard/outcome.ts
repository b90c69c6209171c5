import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { eventTime, instantOf, nowInput } from '#shared/engines/guard/instant.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { targetVerdict } from './target-verdict.ts'
import { boundedRecord, jsonObject } from '#shared/lib/bounded-record.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: {
    takes: { action: 'action', target: 'text', environment: 'environment', context: 'json', expected: 'json' },
    gives: { decision: 'decision' },
  },
  input: () =>
    guardInput({
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
  example: exampleFrom(example),
  run: async (input, ctx) => {
    const { judgeTarget } = await import('./judge-target.ts')
    return judgeTarget(input, instantOf(input.now) ?? ctx.now().getTime())
  },
})
