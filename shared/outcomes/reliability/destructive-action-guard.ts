import { z } from 'zod'

import { environments } from '#shared/engines/destructive/decide.ts'
import { destructiveVerdict } from '#shared/engines/destructive/destructive-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { decisions } from '#shared/engines/guard/verdict.ts'

import { defineOutcome } from '../define.ts'

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
  input: guardInput({
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
  example: {
    input: { action: 'sudo git push --force origin main', environment: 'production' },
    output: {
      decision: 'require_confirm',
      reasons: [
        {
          code: 'git.push-force-main',
          severity: 'high',
          message: 'Overwrites a shared branch, and the commits of others with it.',
          path: '/action',
          evidence: {
            rule_id: 'git.push-force-main',
            matched: 'git push --force origin main',
            segment: 0,
            safer: 'git push --force-with-lease to your own branch, then a pull request',
          },
        },
      ],
      checks: [
        {
          id: 'parse',
          status: 'pass',
          detail: 'Read as shell: 1 segment, 0 parts that cannot be read.',
        },
        {
          id: 'rules',
          status: 'fail',
          detail: '1 finding by destructive/2026-11-20.3.',
        },
        {
          id: 'environment',
          status: 'pass',
          detail: 'Judged as production.',
        },
        {
          id: 'dry_run',
          status: 'skipped',
          detail: 'dry_run was not given, and the command has no such flag.',
        },
        {
          id: 'allowlist',
          status: 'skipped',
          detail: 'allowlist was not given.',
        },
        {
          id: 'approval',
          status: 'skipped',
          detail: 'approved was not given.',
        },
        {
          id: 'tool_name',
          status: 'skipped',
          detail: 'tool_name was not given.',
        },
      ],
      risk_score: 30,
      next_action:
        'Ask a human to confirm this exact action, then call again with approved=true. Instead: git push --force-with-lease to your own branch, then a pull request.',
      input_digest: 'a0cd7e6c949b629234a33524e45b8735c0c7ed2144ec6fecd92f1542e8ec5799',
      ruleset: 'destructive/2026-11-20.3',
      severity: 'high',
      findings: [
        {
          rule_id: 'git.push-force-main',
          family: 'git',
          severity: 'high',
          segment: 0,
          matched: 'git push --force origin main',
          reversible: 'with_backup',
          blast_radius: 'collection',
          message: 'Overwrites a shared branch, and the commits of others with it.',
          safer: 'git push --force-with-lease to your own branch, then a pull request',
        },
      ],
      parsed: {
        dialect: 'shell',
        segments: [
          {
            argv: ['git', 'push', '--force', 'origin', 'main'],
            via: ['sudo'],
          },
        ],
        opaque: [],
      },
      dry_run_effective: false,
      allowlisted: false,
      safer_alternative: 'git push --force-with-lease to your own branch, then a pull request',
      environment_used: 'production',
    },
  },
  async run(input) {
    const { assessDestructive } = await import('#shared/engines/destructive/assess.ts')
    return assessDestructive(input)
  },
})
