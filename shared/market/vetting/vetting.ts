import { z } from 'zod'

/** One scanner's result for a listing. */
export const VettingCheck = z.object({
  id: z.string().describe('the outcome that looked; anybody can ask it the same'),
  status: z.enum(['pass', 'warn', 'fail', 'skipped']),
  detail: z.string().describe('the worst of what was found, or why nobody looked'),
  risk_score: z.int().nullable(),
  ruleset: z.string().nullable(),
})
export type VettingCheck = z.output<typeof VettingCheck>

/** Combined result: the worst of all checks. `permissions` is what the delivered text asks for or uses. */
export type Vetting = { verdict: 'passed' | 'warnings' | 'failed'; checks: VettingCheck[]; permissions: string[] }
