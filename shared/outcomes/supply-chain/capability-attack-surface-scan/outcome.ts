import { z } from 'zod'

import { surfaceVerdict } from './surface-verdict.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: guardInput({
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
  example: {
    input: {
      capabilities: [
        { name: 'gmail_read', kind: 'tool', trust: 'untrusted', reads: ['mail'] },
        { name: 'crm', kind: 'data_source', reads: ['customers'] },
        { name: 'http_post', kind: 'tool', network: true },
      ],
    },
    output: {
      decision: 'block',
      reasons: [
        {
          code: 'critical_path',
          severity: 'critical',
          message: 'A stranger’s text can go gmail_read → crm → http_post, and 1 more ways like it.',
          path: '/capabilities',
          evidence: {
            steps: ['gmail_read', 'crm', 'http_post'],
            likelihood: 0.9,
            controls: [],
            paths: 2,
          },
        },
        {
          code: 'lethal_trifecta',
          severity: 'critical',
          message: 'Untrusted content, private data and a way out share one context.',
          path: '/capabilities',
          evidence: {
            untrusted_content: ['gmail_read'],
            private_data: ['crm', 'gmail_read'],
            external_comms: ['http_post'],
          },
        },
      ],
      checks: [
        {
          id: 'classified',
          status: 'pass',
          detail: '3 of 3 capabilities were classified.',
        },
        {
          id: 'paths',
          status: 'fail',
          detail: '2 paths, 2 of them critical.',
        },
        {
          id: 'flows',
          status: 'skipped',
          detail: 'flows was not given; all capabilities share one context.',
        },
        {
          id: 'controls',
          status: 'skipped',
          detail: 'controls was not given.',
        },
        {
          id: 'coverage',
          status: 'pass',
          detail: 'Every path was listed.',
        },
        {
          id: 'names',
          status: 'pass',
          detail: 'Every name is a capability.',
        },
        {
          id: 'environment',
          status: 'warn',
          detail: 'Judged as production.',
        },
      ],
      risk_score: 100,
      next_action: 'Gate http_post (confirmation, allowlist or isolation), then scan again.',
      input_digest: '4c942d86cee7b5ac13cc3cfea7d776e2d9d179e2378ee47ef393128887e403c2',
      ruleset: 'capability/2026-11-20.2',
      surface: {
        entry_points: ['gmail_read'],
        sensitive_sources: ['crm', 'gmail_read'],
        sinks: ['http_post'],
        privileged_actions: [],
        counts: {
          capabilities: 3,
          entry_points: 1,
          sensitive_sources: 2,
          sinks: 1,
          amplifiers: 0,
          paths: 2,
        },
      },
      attack_paths: [
        {
          id: 'path-1',
          entry: 'gmail_read',
          via: [],
          asset: 'crm',
          sink: 'http_post',
          steps: ['gmail_read', 'crm', 'http_post'],
          severity: 'critical',
          likelihood: 0.9,
          controls_on_path: [],
          owasp_asi: 'ASI01',
        },
        {
          id: 'path-2',
          entry: 'gmail_read',
          via: [],
          asset: 'gmail_read',
          sink: 'http_post',
          steps: ['gmail_read', 'http_post'],
          severity: 'critical',
          likelihood: 0.9,
          controls_on_path: [],
          owasp_asi: 'ASI01',
        },
      ],
      lethal_trifecta: {
        present: true,
        private_data: ['crm', 'gmail_read'],
        untrusted_content: ['gmail_read'],
        external_comms: ['http_post'],
      },
      choke_points: [
        {
          capability: 'http_post',
          paths_cut: 2,
          suggested_control: 'allowlist',
        },
        {
          capability: 'gmail_read',
          paths_cut: 2,
          suggested_control: 'isolation',
        },
        {
          capability: 'crm',
          paths_cut: 1,
          suggested_control: 'redaction',
        },
      ],
      min_cut: ['http_post'],
      score: 90,
      unmodelled: [],
    },
  },
  async run(input) {
    const { scanSurface } = await import('./scan-surface.ts')
    return scanSurface(input)
  },
})
