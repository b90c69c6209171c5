import { z } from 'zod'

import { severities, verdictFields } from '../guard/verdict.ts'

export const skillCategories = [
  'prompt_injection',
  'data_exfiltration',
  'command_execution',
  'obfuscation',
  'supply_chain',
  'hardcoded_secret',
  'unauthorized_tool',
  'social_engineering',
  'resource_abuse',
  'persistence',
  'capability_inflation',
  'hidden_content',
] as const
export type SkillCategory = (typeof skillCategories)[number]

const finding = z.object({
  rule_id: z.string(),
  category: z.enum(skillCategories),
  severity: z.enum(severities),
  path: z.string(),
  line: z.int().min(0).describe('1 is the first; 0 for the whole file'),
  excerpt: z.string(),
  why: z.string(),
  fix: z.string(),
})
export type SkillFinding = z.output<typeof finding>

/** The answer of the skill vet. */
export const skillVerdict = z.object({
  ...verdictFields,
  manifest: z.object({
    name: z.string().nullable(),
    description: z.string().nullable(),
    allowed_tools: z.array(z.string()),
    license: z.string().nullable(),
    errors: z.array(z.string()).describe('against the Agent Skills specification'),
  }),
  findings: z.array(finding).describe('worst first, at most 500'),
  capabilities: z.object({
    declared: z.array(z.string()),
    observed: z.array(z.string()),
    undeclared: z.array(z.string()).describe('observed, although something else was declared'),
  }),
  network: z.array(
    z.object({
      host: z.string(),
      path: z.string(),
      line: z.int(),
      kind: z.enum(['docs', 'api', 'download', 'paste', 'ip', 'shortener']),
    }),
  ),
  downloads_and_runs: z.array(z.object({ path: z.string(), line: z.int(), what: z.string() })),
  files: z.array(
    z.object({ path: z.string(), type: z.string(), size: z.int(), sha256: z.string(), analyzable: z.boolean() }),
  ),
  analyzability: z.number().min(0).max(1).describe('share of bytes that could be inspected'),
  verdict_reason: z.string(),
  grade: z.enum(['A', 'B', 'C', 'D', 'F']),
})
export type SkillVerdict = z.output<typeof skillVerdict>

export type SkillInput = {
  files?: readonly unknown[] | undefined
  skill_md?: string | undefined
  declared?: unknown
  policy?: 'strict' | 'balanced' | 'permissive' | undefined
}
