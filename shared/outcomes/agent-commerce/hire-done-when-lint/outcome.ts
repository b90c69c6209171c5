import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { invalidFields } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'

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
  input: z.object({
    brief: z.string().max(100_000).optional().describe('job text'),
    done_when: texts.describe('completion conditions'),
    deliverables: texts.describe('what is handed over'),
    acceptance_tests: texts.describe('how it is checked'),
    budget_usdc: z.number().min(0).max(1_000_000_000).optional().describe('budget'),
  }),
  output: z.object({
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
  example: {
    input: {
      brief: 'Build a CSV importer in our repository, with one round of revisions. You keep no rights; MIT licence.',
      done_when: ['`npm test` passes with at least 10 tests for the importer', 'The importer is fast'],
      deliverables: ['importer.ts', 'README section'],
      budget_usdc: 40,
    },
    output: {
      valid: true,
      decision: 'review',
      x402_version: null,
      findings: [
        {
          code: 'DW_NO_DEADLINE',
          severity: 'warning',
          path: '',
          message: 'There is no deadline.',
          spec: null,
          fix: 'Delivered by <date and time with zone>.',
        },
        {
          code: 'DW_NOT_COVERED',
          severity: 'warning',
          path: '/deliverables/0',
          message: 'No condition or test is about the deliverable: importer.ts',
          spec: null,
          fix: 'Add a condition that names it.',
        },
        {
          code: 'DW_NOT_COVERED',
          severity: 'warning',
          path: '/deliverables/1',
          message: 'No condition or test is about the deliverable: README section',
          spec: null,
          fix: 'Add a condition that names it.',
        },
        {
          code: 'DW_VAGUE',
          severity: 'warning',
          path: '/done_when',
          message: 'Condition 2 cannot be measured (fast).',
          spec: null,
          fix: '<operation> takes at most <number> ms at the 95th percentile under <load>.',
        },
        {
          code: 'DW_NO_ACCESS',
          severity: 'info',
          path: '',
          message: 'It is not said how the worker gets access to what is needed.',
          spec: null,
          fix: null,
        },
      ],
      summary: {
        errors: 0,
        warnings: 4,
        infos: 1,
      },
      input_digest: 'e20a2cecf58ca8066cae854a9f60c838765c0c41a58b4c3ff174eb55b735a008',
      score: 66,
      conditions: [
        {
          text: '`npm test` passes with at least 10 tests for the importer',
          source: 'done_when',
          testable: true,
          kind: 'command',
          problems: [],
        },
        {
          text: 'The importer is fast',
          source: 'done_when',
          testable: false,
          kind: 'vague',
          problems: ['cannot be measured: fast'],
        },
      ],
      coverage: [
        {
          deliverable: 'importer.ts',
          covered_by: [],
        },
        {
          deliverable: 'README section',
          covered_by: [],
        },
      ],
      missing: ['deadline', 'access'],
      rewrite: ['<operation> takes at most <number> ms at the 95th percentile under <load>.'],
      high_budget: false,
    },
  },
  check: ({ brief, done_when }) => {
    if (brief === undefined && done_when === undefined)
      throw invalidFields({ path: ['done_when'], msg: 'Value error, brief or done_when is needed' })
  },
  run: async (input) => {
    const { lintBrief } = await import('./lint-brief.ts')
    return lintBrief(input)
  },
})
