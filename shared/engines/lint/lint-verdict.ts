import { z } from 'zod'

/** The words of a lint: no finding worth a word, warnings only, at least one error. */
export const lintDecisions = ['go', 'review', 'no-go'] as const

/** Severities of a finding, worst first. */
export const lintSeverities = ['error', 'warning', 'info'] as const
export type LintSeverity = (typeof lintSeverities)[number]

export const lintFinding = z.object({
  code: z.string(),
  severity: z.enum(lintSeverities),
  path: z.string().describe('JSON Pointer into the linted document, or /headers/<name>'),
  message: z.string(),
  spec: z.string().nullable().describe('where the rule is from'),
  fix: z.string().nullable().describe('the value to put there, or what to do'),
})
export type LintFinding = z.output<typeof lintFinding>

/** The result fields that every lint answers with; spread into its output schema. */
export const lintFields = {
  valid: z.boolean().describe('no finding of severity error'),
  decision: z.enum(lintDecisions),
  x402_version: z.int().nullable().describe('version detected from the document itself'),
  findings: z.array(lintFinding).describe('worst first, then by path; at most 200'),
  summary: z.object({ errors: z.int(), warnings: z.int(), infos: z.int() }).describe('all findings counted'),
  input_digest: z.string().describe('sha256 hex of the RFC 8785 form of the linted document'),
}
export type LintVerdict = z.output<z.ZodObject<typeof lintFields>>
