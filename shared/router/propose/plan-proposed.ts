import { isDeepStrictEqual } from 'node:util'

import { type Draft, referencesOf } from '../plan/draft.ts'
import { keepToLimits } from '../plan/limits.ts'
import type { Asked, NoPlan, Planned, PlanStep } from '../plan/plan.ts'
import { planGoal } from '../plan/plan-goal.ts'
import { writeSteps } from '../plan/write-steps.ts'
import type { Tool } from '../tool.ts'
import { Proposal, type Refused } from './proposal.ts'
import { type Shown, shownFor } from './shown.ts'
import { CONFIDENCE, stepOf } from './step-of.ts'
import { inWordsOf } from './words-of-goal.ts'

/** A plan or refusal, and what became of the proposal. */
export type Judged = { planned: Planned; proposalEnd: 'taken' | 'same' | Refused }

/**
 * Plans a goal with what a text model proposed for it. A proposal is taken if it holds outcomes it was shown, inputs of goal,
 * input, choices and earlier steps alone, and keeps to all limits; anything else leaves our own plan or refusal as it is.
 */
export function planProposed(
  asked: Asked,
  tools: ReadonlyMap<string, Tool>,
  mayRun: (slug: string) => boolean,
  sent: unknown,
): Judged {
  const shown = shownFor(asked, tools, mayRun)
  if (shown === null) return { planned: planGoal(asked, tools), proposalEnd: 'no_steps' }
  const { own } = shown
  const proposal = Proposal.safeParse(sent)
  if (!proposal.success) return { planned: own, proposalEnd: 'wrong_shape' }
  if (proposal.data.steps.length === 0)
    return whatLacks(shown, proposal.data) ?? { planned: own, proposalEnd: 'no_steps' }
  const made = draftsOf(proposal.data, shown, tools, asked)
  if ('refused' in made) return { planned: own, proposalEnd: made.refused }
  const steps = writeSteps(made.drafts)
  if ('plan' in own && isSamePlan(steps, own.plan.steps)) return { planned: own, proposalEnd: 'same' }
  const unmet = unmetBy(proposal.data, steps, shown)
  return {
    planned: {
      plan: {
        steps,
        cents: steps.reduce((sum, { price_cents }) => sum + price_cents, 0),
        confidence: confidenceOf(steps, own, unmet.length > 0),
        unmet,
        plannedBy: 'model',
      },
    },
    proposalEnd: 'taken',
  }
}

function draftsOf(
  { steps }: Proposal,
  shown: Shown,
  tools: ReadonlyMap<string, Tool>,
  asked: Asked,
): { drafts: Draft[] } | { refused: Refused } {
  if (steps.length > asked.maxSteps) return { refused: 'over_limit' }
  const proposed: Draft[] = []
  const all: Draft[] = []
  for (const one of steps) {
    const tool = shown.tools.get(one.slug)
    if (tool === undefined) return { refused: 'unknown_outcome' }
    const made = stepOf(one, tool, { proposed, before: all }, shown, tools)
    if ('refused' in made) return made
    if (made.carriers.some((carrier) => !shown.tools.has(carrier.tool.slug))) return { refused: 'input_missing' }
    // Nothing is written twice, nor found out twice of the same.
    const isAgain = ({ tool: other, inputs }: Draft) =>
      other === tool && (tool.writes || isDeepStrictEqual(inputs, made.step.inputs))
    if (all.some(isAgain)) return { refused: 'same_step_twice' }
    proposed.push(made.step)
    all.push(...made.carriers, made.step)
  }
  for (const draft of all)
    if (proposed.includes(draft) && isTaken(draft, all)) {
      draft.isAsked = false
      draft.reason = 'A text model proposes it for what a later step takes'
    }
  // Limits that took or changed a step would make another plan of it.
  const slugs = all.map(({ tool }) => tool.slug)
  const kept = keepToLimits(all, shown.known, tools, asked)
  const isKept =
    'steps' in kept &&
    isDeepStrictEqual(
      kept.steps.map(({ tool }) => tool.slug),
      slugs,
    )
  return isKept ? { drafts: all } : { refused: 'over_limit' }
}

const isTaken = (draft: Draft, all: readonly Draft[]) =>
  all.some(({ inputs }) => referencesOf(inputs).some(({ step }) => step === draft))

const isSamePlan = (steps: readonly PlanStep[], own: readonly PlanStep[]) =>
  isDeepStrictEqual(
    steps.map(({ slug, inputs }) => ({ slug, inputs })),
    own.map(({ slug, inputs }) => ({ slug, inputs })),
  )

/** Our own confidence where our rules chose the same outcomes. */
function confidenceOf(steps: readonly PlanStep[], own: Planned, isPartial: boolean): number {
  const slugsOf = (list: readonly PlanStep[]) => list.map(({ slug }) => slug).sort()
  if ('plan' in own && isDeepStrictEqual(slugsOf(steps), slugsOf(own.plan.steps))) return own.plan.confidence
  return Math.round(100 * CONFIDENCE * (isPartial ? 0.9 : 1)) / 100
}

/**
 * The parts of the goal that are not met: those that no outcome does, those that our own rules left out and no step answers
 * now, and those that the model names in words of the goal.
 */
function unmetBy(
  { unmet }: Proposal,
  steps: readonly PlanStep[],
  { own, goal, unmet: never, unexplained }: Shown,
): string[] {
  const slugs = new Set(steps.map(({ slug }) => slug))
  const [ours, ourSteps] = 'plan' in own ? [own.plan.unmet, own.plan.steps] : [[], []]
  const hasMore = [...slugs].some((slug) => !ourSteps.some((step) => step.slug === slug))
  const isAnswered = (part: string) =>
    (hasMore && unexplained.has(part)) || /^[\w-]+(?=: )/.exec(part)?.some((slug) => slugs.has(slug)) === true
  const said = unmet.flatMap((part) => inWordsOf(goal, part, false)?.slice(0, MOST_SAID) ?? [])
  return [...new Set([...never, ...ours.filter((part) => !isAnswered(part)), ...said.slice(0, MOST_UNMET)])]
}

const MOST_SAID = 80
const MOST_UNMET = 4

/** A refusal that names the inputs which goal and input lack, where our own one found no outcome at all. */
function whatLacks({ own, tools }: Shown, { missing }: Proposal): Judged | null {
  if (!('none' in own) || own.none.reason !== 'nothing_fits') return null
  const fields = missing.filter(({ slug, field }) => {
    const tool = tools.get(slug)
    return tool !== undefined && (tool.required.includes(field) || tool.either.includes(field))
  })
  if (fields.length === 0) return null
  const named = fields.slice(0, MOST_UNMET).map(({ slug, field }) => ({ slug, field }))
  const names = [...new Set(named.map(({ field }) => field))].join(', ')
  const none: NoPlan = {
    ...own.none,
    reason: 'input_missing',
    missing: named,
    detail: `The goal can be met, but ${names} is missing: say it in the goal or the input.`,
  }
  return { planned: { none }, proposalEnd: 'taken' }
}
