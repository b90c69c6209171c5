import { z } from 'zod'

import { effects } from '#shared/engines/capability/effects.ts'
import { severities, verdictFields } from '#shared/engines/guard/verdict.ts'

export const toolVerdicts = ['keep', 'narrow', 'require_confirm', 'remove'] as const

const reviewedTool = z.object({
  name: z.string(),
  needed: z.enum(['yes', 'no', 'unclear']),
  risk: z.int().min(0).max(100),
  effects: z.array(z.enum(effects)),
  scopes: z.array(
    z.object({ scope: z.string(), verdict: z.enum(['keep', 'narrow', 'remove']), narrower: z.string().nullable() }),
  ),
  verdict: z.enum(toolVerdicts),
  reasons: z.array(z.string()),
})
export type ReviewedTool = z.output<typeof reviewedTool>

const combination = z.object({
  tools: z.array(z.string()),
  code: z.enum(['exfil_path', 'self_approval', 'privilege_escalation', 'separation_of_duty']),
  severity: z.enum(severities),
  why: z.string(),
})
export type Combination = z.output<typeof combination>

/** The answer of the tool permission review. */
export const permissionVerdict = z.object({
  ...verdictFields,
  tools: z.array(reviewedTool),
  least_privilege: z
    .object({ allow: z.array(z.string()), require_confirm: z.array(z.string()), deny: z.array(z.string()) })
    .describe('a ready policy, sorted'),
  combinations: z.array(combination),
  unused: z.array(z.string()).describe('granted, but not in usage; empty without usage'),
  overall_risk: z.int().min(0).max(100),
  reduction: z.object({
    tools_removed: z.int(),
    scopes_narrowed: z.int(),
    risk_before: z.int(),
    risk_after: z.int(),
  }),
})
export type PermissionVerdict = z.output<typeof permissionVerdict>

export type PermissionInput = {
  agent?:
    | {
        id?: string | undefined
        role?: string | undefined
        autonomy?: string | undefined
        environment?: string | undefined
      }
    | undefined
  task?: string | undefined
  tools: readonly unknown[]
  usage?: readonly { tool: string; scope?: string | undefined; count?: number | undefined }[] | undefined
  policy?:
    | {
        deny?: readonly string[] | undefined
        require_confirm?: readonly string[] | undefined
        max_risk?: number | undefined
        separation?: readonly (readonly string[])[] | undefined
      }
    | undefined
}
