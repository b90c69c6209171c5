import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import type { Plan } from '#shared/router/plan/plan.ts'

import { type Outcome, PLAIN } from '../outcomes/define.ts'
import { definePack } from '../outcomes/pack.ts'
import type { CatalogEntry } from './catalog.ts'
import { microUsdcOf } from '#shared/lib/micro-usdc.ts'

/** The goal router, as it is sold. It has a path of its own, beside the outcomes. */
export const RUN_SLUG = 'run'
export const RUN_PATH = '/api/v1/run'
export const RUN_LIMITS = { maxSteps: 8, usualSteps: 6, maxCents: 150, goalChars: 1_000, inputChars: 20_000 } as const

const CENTS = 99
/** The longest that a chain of slow steps may take. */
const TIMEOUT_MS = 240_000
/** Goal and input are at most 21,000 characters, of up to three bytes each. */
const MAX_BODY_BYTES = 131_072

const Goal = z.object({
  goal: z.string().min(3).max(RUN_LIMITS.goalChars).describe('what is wanted, in words'),
  input: z.string().max(RUN_LIMITS.inputChars).default('').describe('the data for it'),
  dry_run: z.boolean().default(false).describe('true: the plan alone, free of charge'),
  max_steps: z.int().min(1).max(RUN_LIMITS.maxSteps).default(RUN_LIMITS.usualSteps).describe('most steps of the plan'),
  max_cents: z
    .int()
    .min(1)
    .max(RUN_LIMITS.maxCents)
    .default(RUN_LIMITS.maxCents)
    .describe('most that the list prices of the steps may add up to'),
})

/** A goal as its caller sends it. */
export type GoalBody = z.output<typeof Goal>

/** A goal with the plan that was made of it before any money moved: this is what a worker runs. */
export type PlannedGoal = GoalBody & { plan: Plan }

export const PlannedStep = z.object({
  n: z.int(),
  slug: z.string(),
  why: z.string().describe('why the step is there'),
  inputs: z
    .record(z.string(), z.unknown())
    .describe('values, $input for the whole input, or references: $1.result.final_url; -1 is the last of a list'),
  price_cents: z.int().describe('its list price'),
  alternatives: z.array(z.string()).describe('outcomes that answer the same question'),
})

export const PlannedByField = z
  .enum(['rules', 'model'])
  .describe('what planned it: the rules of this service, or a text model whose proposal passed the same checks')

const Answer = z.object({
  plan: z.array(PlannedStep),
  planned_by: PlannedByField,
  steps: z.array(
    z.object({
      n: z.int(),
      slug: z.string().describe('what answered, or was tried last'),
      status: z.enum(['ok', 'failed', 'skipped']),
      took_ms: z.int(),
      result_digest: z.string().nullable().describe('SHA-256 of the RFC 8785 form of its result'),
      error: z.string().nullable(),
    }),
  ),
  result: z.unknown().describe('the answer of the last step; of several that nothing follows, [{step, slug, result}]'),
  answer_markdown: z.string().describe('a short report that names the steps; what was found stands in quotations'),
  confidence: z.number().min(0).max(1),
  cost: z.object({
    charged_cents: z.int().describe('list prices of the steps that succeeded, at most the price of a run'),
    list_price_cents: z.int().describe('list prices of the steps that succeeded'),
  }),
  unmet: z.array(z.string()).describe('parts of the goal that were not met'),
  sources: z.array(z.object({ step: z.int(), name: z.string().nullable(), url: z.string().nullable() })),
})

type Catalog = ReadonlyMap<string, CatalogEntry>

/** The goal router as an entry for sale. No pass covers it. */
export const runEntry = (catalog: Catalog): CatalogEntry => ({
  outcome: runOutcome(catalog),
  pack: definePack({
    name: 'router',
    purpose: 'A goal in words: planned, run and answered.',
    dayPass: false,
    outcomes: [],
  }),
  publicPath: RUN_PATH,
  priceMicroUsdc: microUsdcOf(CENTS),
  inGuards: false,
  isPassable: false,
})

/** The outcome that runs a planned goal: each step is an outcome of the catalog, run as a durable step of the call. */
function runOutcome(catalog: Catalog): Outcome {
  return {
    ...PLAIN,
    slug: RUN_SLUG,
    title: 'Goal router',
    description:
      'State a goal and send its data: the router plans steps over all outcomes, runs them and answers with every step. ' +
      'At most 99 cents: only the list prices of steps that succeed are charged. dry_run shows the plan for free.',
    cents: CENTS,
    pool: 'router-workflow',
    timeoutMs: TIMEOUT_MS,
    maxBodyBytes: MAX_BODY_BYTES,
    settle: 'before',
    stores: false,
    // What a goal or an input holds may be a secret of one of its steps.
    secrets: ['goal', 'input', 'plan'],
    answerSecrets: [],
    decisions: null,
    needsUpstreams: [],
    models: [],
    withoutModel: 'always',
    costOf: (answer) => Answer.parse(answer).cost.charged_cents,
    input: Goal,
    output: Answer,
    example: EXAMPLE,
    check: undefined,
    async run(raw, { call, mayRun }) {
      const [{ runPlan }, { answerRun }, { toolsOf }] = await Promise.all([
        import('#shared/router/run/run-plan.ts'),
        import('#shared/router/run/answer-run.ts'),
        import('#shared/router/tool.ts'),
      ])
      // Safe: the ingress stores a goal with its plan.
      const { plan, input } = raw as PlannedGoal
      const tools = toolsOf(catalog)
      const steps = await runPlan(plan, { input, tools, call, mayRun })
      const failed = steps.find(({ refusal }) => refusal !== null)?.refusal
      if (steps.every(({ status }) => status !== 'ok'))
        throw new Refusal(failed?.code ?? 'unprocessable', 'No step of the plan succeeded; nothing was charged.', {
          ...(failed?.detail.retryAfterS === undefined ? {} : { retryAfterS: failed.detail.retryAfterS }),
          detail: steps.map(({ n, slug, error }) => `Step ${n}, ${slug}: ${error ?? 'failed.'}`).join(' '),
          fix: { action: 'See the plan with dry_run: true, and change the goal or the input.' },
        })
      return Answer.parse(answerRun(plan, steps, tools, CENTS))
    },
  }
}

const EXAMPLE: Outcome['example'] = {
  input: { goal: 'who registered the domain behind this short link?', input: 'https://bit.ly/3xYzAbC' },
  output: {
    plan: [
      {
        n: 1,
        slug: 'redirect-resolve',
        why: 'The goal asks for it (“short link”).',
        inputs: { url: '$input' },
        price_cents: 1,
        alternatives: [],
      },
      {
        n: 2,
        slug: 'rdap-whois',
        why: 'The goal asks for it (“registered domain”); it takes what step 1 found.',
        inputs: { domain: '$1.result.registrable_domains.-1' },
        price_cents: 2,
        alternatives: [],
      },
    ],
    planned_by: 'rules',
    steps: [
      {
        n: 1,
        slug: 'redirect-resolve',
        status: 'ok',
        took_ms: 212,
        result_digest: '4bf5122f344554c53bde2ebb8cd2b7e3d1600ad631c385a5d7cce23c7785459a',
        error: null,
      },
      {
        n: 2,
        slug: 'rdap-whois',
        status: 'ok',
        took_ms: 340,
        result_digest: 'dbc1b4c900ffe48d575b5da5c638040125f65db0fe3e24494b76ea986457d986',
        error: null,
      },
    ],
    result: { domain: 'example.com', registered: true },
    answer_markdown:
      'From step 2, rdap-whois:\n\n> {"domain":"example.com","registered":true}\n\nSteps:\n\n1. redirect-resolve: done\n2. rdap-whois: done',
    confidence: 0.9,
    cost: { charged_cents: 3, list_price_cents: 3 },
    unmet: [],
    sources: [{ step: 1, name: null, url: 'https://example.com/' }],
  },
}
