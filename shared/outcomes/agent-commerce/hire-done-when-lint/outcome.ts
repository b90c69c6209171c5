import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const texts = z.union([z.string().max(100_000), z.array(z.string().max(20_000)).max(200)]).optional()

export const hireDoneWhenLint = defineOutcome({
  slug: 'hire-done-when-lint',
  title: 'Hire done-when lint',
  description:
    'Lints a job brief (in English) so that "done" is testable before money is committed: vague, subjective and ' +
    'impossible conditions, deliverables nothing checks, missing deadline, format or revision limit, conflicting numbers, ' +
    'payment before delivery, credentials in the text. With a measurable rewrite for each.',
  cents: 2,
  isolation: 'thread',
  decisions: lintDecisions,
  types: {
    takes: { brief: 'text', done_when: 'json', deliverables: 'json', acceptance_tests: 'json', budget_usdc: 'json' },
    gives: { decision: 'decision' },
    either: ['brief', 'done_when', 'deliverables'],
  },
  input: () =>
    z.object({
      brief: z.string().max(100_000).optional().describe('job text'),
      done_when: texts.describe('completion conditions'),
      deliverables: texts.describe('what is handed over'),
      acceptance_tests: texts.describe('how it is checked'),
      budget_usdc: z.number().min(0).max(1_000_000_000).optional().describe('budget'),
    }),
  output: () =>
    z.object({
      ...lintFields,
      score: z.int().min(0).max(100),
      conditions: z.array(
        z.object({
          text: z.string(),
          source: z.enum(['done_when', 'acceptance_tests', 'brief']),
          testable: z.boolean(),
          kind: z.enum(['command', 'metric', 'artifact', 'url', 'date', 'approval', 'vague']),
          problems: z.array(z.string()),
        }),
      ),
      coverage: z.array(
        z.object({ deliverable: z.string(), covered_by: z.array(z.int()).describe('indexes of conditions') }),
      ),
      missing: z.array(z.string()),
      rewrite: z.array(z.string()).describe('measurable rewrite per condition that is not, with <placeholders>'),
      high_budget: z.boolean().describe('100 USDC and over: work sample and two completed jobs needed'),
    }),
  example: exampleFrom(example),
  check: ({ brief, done_when }) => {
    if (brief === undefined && done_when === undefined)
      throw invalidFields({ path: ['done_when'], msg: 'Value error, brief or done_when is needed' })
  },
  run: async (input) => {
    const { lintBrief } = await import('./lint-brief.ts')
    return lintBrief(input)
  },
})
