import { z } from 'zod'

import { Proposal } from '#shared/router/propose/proposal.ts'

import { type Outcome, PLAIN } from '../outcomes/define.ts'
import { definePack } from '../outcomes/pack.ts'
import type { CatalogEntry } from './catalog.ts'

/** The question to the text model for a plan. It is no outcome for sale: an ingress asks it as a free call of its own. */
export const PROPOSAL_SLUG = 'router-proposal'
export const PROPOSAL_POOL = 'router-workflow'
/** What a goal says may be a secret of one of its steps. */
export const PROPOSAL_SECRETS = { question: ['goal', 'facts'], answer: ['steps', 'missing', 'unmet'] } as const

const Question = z.object({
  goal: z.string(),
  facts: z.string(),
  outcomes: z.array(z.string()),
  /** Milliseconds that the answer may take. */
  within_ms: z.int().min(1),
})
export type AskedProposal = z.output<typeof Question>

/** The question as an entry that workers run. Nothing lists it, no plan holds it and no route calls it. */
export const proposalEntry = (): CatalogEntry => ({
  outcome: OUTCOME,
  pack: definePack({ name: 'router', purpose: 'Proposals of plans.', dayPass: false, outcomes: [] }),
  publicPath: '',
  priceMicroUsdc: 0n,
  inGuards: false,
  isPassable: false,
})

const OUTCOME: Outcome = {
  ...PLAIN,
  slug: PROPOSAL_SLUG,
  title: 'Proposal of a plan',
  description: 'Asks the text model for a plan of a goal.',
  cents: 0,
  pool: PROPOSAL_POOL,
  // A call says itself how long it may take.
  timeoutMs: 240_000,
  maxBodyBytes: 0,
  settle: 'before',
  stores: false,
  secrets: PROPOSAL_SECRETS.question,
  answerSecrets: PROPOSAL_SECRETS.answer,
  decisions: null,
  needsUpstreams: [],
  models: ['text'],
  withoutModel: 'never',
  input: Question,
  output: Proposal,
  example: {
    input: { goal: 'repair this json', facts: '', outcomes: [], within_ms: 1 },
    output: { steps: [], missing: [], unmet: [] },
  },
  check: undefined,
  async run(raw, { model, signal }) {
    const { askForProposal } = await import('#shared/router/propose/ask-model.ts')
    const { within_ms: withinMs, ...question } = Question.parse(raw)
    return askForProposal(model, question, { signal, withinMs })
  },
}
