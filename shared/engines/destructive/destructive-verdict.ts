import { z } from 'zod'

import { verdictFields } from '../guard/verdict.ts'
import { environments } from './decide.ts'
import { blastRadii, dialects, families, levels, reversibilities } from './rule.ts'

const finding = z.object({
  rule_id: z.string(),
  family: z.enum(families),
  severity: z.enum(levels),
  segment: z.int().min(0).describe('index in parsed.segments'),
  matched: z.string().describe('what the rule matched, shortened'),
  reversible: z.enum(reversibilities),
  blast_radius: z.enum(blastRadii),
  message: z.string(),
  safer: z.string().nullable().describe('a command or instruction to use instead'),
})

/** The answer of the destructive-action guard. */
export const destructiveVerdict = z.object({
  ...verdictFields,
  severity: z.enum(levels).describe('of the worst finding'),
  findings: z.array(finding).describe('worst first'),
  parsed: z.object({
    dialect: z.enum(dialects),
    segments: z
      .array(
        z.object({ argv: z.array(z.string()), via: z.array(z.string()).describe('wrappers it was found through') }),
      )
      .describe('every command, statement, request or call that would run'),
    opaque: z.array(z.string()).describe('parts whose effect the text does not tell'),
  }),
  dry_run_effective: z.boolean().describe('the command itself carries a real dry-run flag'),
  understood: z
    .boolean()
    .describe(
      'false when words of an order are not known or an effect cannot be read: nothing is known to be harmless',
    ),
  allowlisted: z.boolean().describe('an allowlist entry permits the whole action'),
  safer_alternative: z.string().nullable(),
  environment_used: z.enum(environments),
})
export type DestructiveVerdict = z.output<typeof destructiveVerdict>
