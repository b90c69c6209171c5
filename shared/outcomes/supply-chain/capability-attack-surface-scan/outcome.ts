import { z } from 'zod'

import { surfaceVerdict } from './surface-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const name = z.string().min(1).max(300)
const texts = z.array(z.string().max(500)).max(200)

export const capabilityAttackSurfaceScan = defineOutcome({
  slug: 'capability-attack-surface-scan',
  title: 'Capability attack-surface scan',
  description:
    'Builds the graph of what an agent can read, reach and do (tools, servers, data, secrets, channels, memory, subagents), ' +
    'lists the ways from a stranger’s text to a leak or to harm with their likelihood under your controls, says whether the ' +
    'lethal trifecta is there, and names the smallest set of capabilities whose gating cuts every critical path.',
  cents: 8,
  maxBodyBytes: 1024 * 1024,
  isolation: 'thread',
  decisions: ['allow', 'review', 'block'],
  types: {
    takes: { capabilities: 'json', flows: 'json', controls: 'json' },
    gives: { decision: 'decision', attack_paths: 'json' },
  },
  input: () =>
    guardInput({
      capabilities: z
        .array(
          z.looseObject({
            name,
            kind: z
              .enum(['tool', 'mcp_server', 'skill', 'data_source', 'secret', 'channel', 'memory', 'subagent'])
              .optional(),
            description: z.string().max(4_000).optional(),
            permissions: texts.optional(),
            trust: z.enum(['trusted', 'untrusted', 'mixed']).optional(),
            reads: texts.optional(),
            writes: texts.optional(),
            network: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(500)
        .describe(
          '{name, kind: tool|mcp_server|skill|data_source|secret|channel|memory|subagent, description?, permissions?, trust: trusted|untrusted|mixed, reads?, writes?, network?}',
        ),
      flows: z
        .array(z.looseObject({ from: name, to: name }))
        .max(10_000)
        .optional()
        .describe('{from, to} known data flows; default: every tool shares one context'),
      controls: z
        .array(
          z.looseObject({
            on: name,
            kind: z.enum(['confirm', 'allowlist', 'sandbox', 'redaction', 'rate_limit', 'isolation']),
          }),
        )
        .max(2_000)
        .optional()
        .describe('{on, kind: confirm|allowlist|sandbox|redaction|rate_limit|isolation}'),
      assets: z.array(z.string().max(300)).max(200).optional().describe('what must be protected'),
      environment: documentedDefault(z.enum(['production', 'staging', 'dev']), 'production').describe('weight'),
    }),
  output: surfaceVerdict,
  example: exampleFrom(example),
  async run(input) {
    const { scanSurface } = await import('./scan-surface.ts')
    return scanSurface(input)
  },
})
