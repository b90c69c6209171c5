import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { permissionVerdict } from './permission-verdict.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

const globs = z.array(z.string().max(300)).max(500)

export const agentToolPermissionReview = defineOutcome({
  slug: 'agent-tool-permission-review',
  title: 'Tool permission review',
  description:
    'Reviews the tools and scopes an agent holds against its task: what each can do, whether the task needs it, which scope ' +
    'would be enough, and which tools are dangerous together. Answers with a least-privilege policy to apply, and how much ' +
    'risk it takes away. Knows the scopes of GitHub, Google, Slack, AWS, Microsoft, payment services and Kubernetes.',
  cents: 8,
  maxBodyBytes: 2 * 1024 * 1024,
  isolation: 'thread',
  decisions,
  input: guardInput({
    agent: z
      .looseObject({
        id: z.string().max(200).optional(),
        role: z.string().max(500).optional(),
        autonomy: z.enum(['manual', 'supervised', 'autonomous']).optional().meta({ default: 'supervised' }),
        environment: z.string().max(100).optional().meta({ default: 'production' }),
      })
      .optional()
      .describe('{id, role, autonomy: manual|supervised|autonomous, environment}'),
    task: z.string().max(4_000).optional().describe('what the agent must do'),
    tools: z
      .array(z.looseObject({ name: z.string().min(1).max(300) }))
      .min(1)
      .max(500)
      .describe('{name, description?, scopes?, permissions?, inputSchema?, annotations?, resource?}'),
    usage: z
      .array(
        z.looseObject({
          tool: z.string().max(300),
          scope: z.string().max(500).optional(),
          count: z.number().min(0).optional(),
          last_used: z.string().max(100).optional(),
        }),
      )
      .max(5_000)
      .optional()
      .describe('{tool, scope?, count, last_used} last 30 to 90 days'),
    policy: z
      .looseObject({
        deny: globs.optional(),
        require_confirm: globs.optional(),
        max_risk: z.number().min(0).max(100).optional(),
        separation: z
          .array(z.array(z.string().max(300)).length(2))
          .max(200)
          .optional(),
      })
      .optional()
      .describe('{deny [globs], require_confirm [globs], max_risk, separation [[a,b]]}'),
  }),
  output: permissionVerdict,
  example: {
    input: {
      task: 'summarise issues',
      tools: [
        { name: 'github_read_issues', scopes: ['repo:read'] },
        { name: 'github_delete_repo', scopes: ['delete_repo'] },
      ],
    },
    output: {
      decision: 'review',
      reasons: [
        {
          code: 'not_needed',
          severity: 'high',
          message: 'The task does not need github_delete_repo.',
          path: '/tools/1',
          evidence: {
            tool: 'github_delete_repo',
            effects: ['deletes'],
            risk: 68,
            reasons: ['the task does not ask for: deletes', 'a scope grants more than the tool needs'],
          },
        },
      ],
      checks: [
        {
          id: 'task',
          status: 'pass',
          detail: '1 needed, 0 unclear, 1 not needed.',
        },
        {
          id: 'usage',
          status: 'skipped',
          detail: 'usage was not given.',
        },
        {
          id: 'policy',
          status: 'skipped',
          detail: 'policy was not given.',
        },
        {
          id: 'autonomy',
          status: 'warn',
          detail: 'agent.autonomy was not given; judged as supervised.',
        },
        {
          id: 'environment',
          status: 'warn',
          detail: 'agent.environment was not given; judged as production.',
        },
        {
          id: 'combinations',
          status: 'pass',
          detail: '0 found.',
        },
        {
          id: 'classified',
          status: 'pass',
          detail: 'Every tool was classified.',
        },
      ],
      risk_score: 30,
      next_action: 'Apply least_privilege as the agent’s policy.',
      input_digest: '005c56c043e0b500a1fa47f2e53994040b870946cd95fccad6395ec2dfa879c4',
      ruleset: 'capability/2026-11-20.2',
      tools: [
        {
          name: 'github_read_issues',
          needed: 'yes',
          risk: 23,
          effects: ['reads_private', 'reads_untrusted'],
          scopes: [
            {
              scope: 'repo:read',
              verdict: 'keep',
              narrower: null,
            },
          ],
          verdict: 'keep',
          reasons: ['the task speaks of "issues"'],
        },
        {
          name: 'github_delete_repo',
          needed: 'no',
          risk: 68,
          effects: ['deletes'],
          scopes: [
            {
              scope: 'delete_repo',
              verdict: 'remove',
              narrower: null,
            },
          ],
          verdict: 'remove',
          reasons: ['the task does not ask for: deletes', 'a scope grants more than the tool needs'],
        },
      ],
      least_privilege: {
        allow: ['github_read_issues'],
        require_confirm: [],
        deny: ['github_delete_repo'],
      },
      combinations: [],
      unused: [],
      overall_risk: 68,
      reduction: {
        tools_removed: 1,
        scopes_narrowed: 1,
        risk_before: 68,
        risk_after: 23,
      },
    },
  },
  async run(input) {
    const { reviewPermissions } = await import('./review-permissions.ts')
    return reviewPermissions(input)
  },
})
