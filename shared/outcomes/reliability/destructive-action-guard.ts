import { z } from 'zod'

import { environments } from '#shared/engines/destructive/decide.ts'
import { destructiveVerdict } from '#shared/engines/destructive/destructive-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'

import { defineOutcome, exampleFrom } from '../define.ts'
import example from './destructive-action-guard.example.json' with { type: 'json' }

export const destructiveActionGuard = defineOutcome({
  slug: 'destructive-action-guard',
  title: 'Destructive action guard',
  description:
    'Parses shell, SQL, cloud CLI, Kubernetes, Terraform, git, HTTP and tool calls down to what would really run, through ' +
    'sudo, bash -c, xargs, ssh, heredocs and encodings, and decides by severity and environment whether it may.',
  cents: 10,
  featured: 3,
  // The text decides how much there is to parse, so a run must be stoppable from outside.
  isolation: 'thread',
  decisions,
  types: {
    takes: { action: 'action', tool_name: 'name', target: 'text', environment: 'environment' },
    gives: { decision: 'decision' },
    also: { safer_alternative: 'action' },
  },
  input: () =>
    guardInput({
      action: z
        .string()
        .min(1)
        .max(20_000)
        .describe('command, SQL, HTTP request line, tool call as JSON or plain sentence'),
      tool_name: z.string().max(500).optional().describe('tool that would run it (MCP name)'),
      target: z.string().max(2_000).optional().describe('resource acted on'),
      environment: z.enum(environments).optional().describe('absent is treated as production (stated in checks)'),
      approved: documentedDefault(z.boolean(), false).describe('a human approved this exact action'),
      dry_run: documentedDefault(z.boolean(), false).describe('caller says nothing will change'),
      allowlist: z
        .array(z.string().max(2_000))
        .max(200)
        .optional()
        .describe('commands that are permitted, exact after normalisation or with * for part of a word'),
    }),
  output: destructiveVerdict,
  example: exampleFrom(example),
  async run(input) {
    const { assessDestructive } = await import('#shared/engines/destructive/assess.ts')
    return assessDestructive(input)
  },
})
