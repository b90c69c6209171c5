import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'
import { permissionVerdict } from './permission-verdict.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

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
  types: { takes: { task: 'task', tools: 'tool-list', usage: 'json' }, gives: { decision: 'decision' } },
  input: () =>
    guardInput({
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
  example: exampleFrom(example),
  async run(input) {
    const { reviewPermissions } = await import('./review-permissions.ts')
    return reviewPermissions(input)
  },
})
