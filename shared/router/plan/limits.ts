import { isDeepStrictEqual } from 'node:util'

import { fold } from '../goal/fold.ts'
import { canGive } from '../members/can-give.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { numberOf } from '../values/quantities.ts'
import { bind } from './bind.ts'
import { type Draft, referencesOf } from './draft.ts'
import { INSTEAD } from './families.rules.ts'
import type { Asked } from './plan.ts'

const BUDGET =
  /(\d+)\s*(?:cents?|centavos|centimes|¢|美分|セント)\s*(?:of|for|in)?\s*(?:the\s+)?(?:tools?|steps?|calls?|outcomes?|budget|in total|total|altogether)|(?:tools?|steps?|calls?|budget|spend|total)\s*(?:for|of|is|under|below|within|costs?|up to|at most|no more than|:)*\s*(?:at most|up to|under|below|no more than)?\s*(\d+)\s*(?:cents?|¢)/i

/** A most that a goal sets in so many words, before or after the cents. */
const MOST =
  /\b(?:at most|no more than|not more than|more than|under|below|up to|max(?:imum)?(?: of)?|over|less than|within|only|just|(?:i|we) have|budget(?: is| of)?|limit(?: is| of)?|cap(?:ped)?(?: at| of)?|spend|only have|hochstens|maximal|bis zu|unter|maximo|hasta|como mucho|au plus|maximum)\s*:?\s*(\d+|\p{L}+)\s*(?:us[- ]?)?(?:cents?\b|¢|c\b|centavos|centimes)/iu
const TOPS =
  /(\d+|\p{L}+)\s*(?:us[- ]?)?(?:cents?|¢|centavos|centimes)\s*(?:,\s*)?(?:tops|max(?:imum)?|at most|or less|limit|is (?:all|my limit|the limit|the most)|hochstens|como mucho|maximo)\b/iu
const DOLLARS =
  /\b(?:at most|no more than|under|below|up to|max(?:imum)?|over|less than|within|budget of|spend)\s*(?:\$\s?(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*(?:usd|dollars?|usdc)|(a|one|half a) dollar)\b/i

/** The budget for steps that the goal itself sets, in cents. */
export function budgetIn(goal: string): number | undefined {
  const found = BUDGET.exec(goal)
  if (found !== null) return numberOf(found[1] ?? found[2] ?? '')
  const said = numberOf((MOST.exec(fold(goal)) ?? TOPS.exec(fold(goal)))?.[1] ?? '')
  if (said !== undefined) return said
  const dollars = DOLLARS.exec(goal)
  if (dollars === null) return undefined
  if (dollars[3] !== undefined) return dollars[3].toLowerCase() === 'half a' ? 50 : 100
  return Math.round(100 * Number(dollars[1] ?? dollars[2]))
}

/** Types of inputs that are money: cents that a goal names may be theirs. */
const MONEY = new Set(['cents', 'need-cents', 'usdc', 'usdc-amount', 'amount'])
const takesMoney = (tool: Tool) =>
  tool.slug === 'square-post' || Object.values(tool.takes).some((type) => MONEY.has(type))

/** The most that the steps of a plan with these outcomes may cost: what the caller allows, or less if the goal says so. */
export function mostCents(used: readonly Tool[], { goal, maxCents }: Pick<Asked, 'goal' | 'maxCents'>): number {
  const isInput = /merchant|pay |paid|amount/i.test(goal) || used.some(takesMoney)
  return Math.min(maxCents, isInput ? maxCents : (budgetIn(goal) ?? maxCents))
}

/** Keeps a plan within its limits: takes cheaper outcomes, then leaves out the weakest wish, and says so. */
export function keepToLimits(
  drafts: readonly Draft[],
  known: Known,
  tools: ReadonlyMap<string, Tool>,
  asked: Asked,
): { steps: Draft[]; unmet: string[] } | { none: string } {
  const { maxSteps } = asked
  const most = mostCents(
    drafts.map(({ tool }) => tool),
    asked,
  )
  let steps = [...drafts]
  const unmet: string[] = []
  const cost = () => steps.reduce((sum, { tool }) => sum + tool.cents, 0)
  while (cost() > most) {
    const swap = steps
      .flatMap((step) =>
        (INSTEAD[step.tool.slug] ?? []).flatMap((slug) => tools.get(slug) ?? []).map((tool) => ({ step, tool })),
      )
      .filter(({ step, tool }) => tool.cents < step.tool.cents && givesWhatOthersTake(tool, step, steps))
      .sort((a, b) => b.step.tool.cents - a.step.tool.cents)
      .map(({ step, tool }) => ({
        step,
        tool,
        bound: bind(tool, known, steps.slice(0, steps.indexOf(step)), tools, sameValues(step, tool)),
      }))
      .find(
        ({ tool, bound }) =>
          bound.missing.length === 0 &&
          bound.before.length === 0 &&
          !steps.some((other) => other.tool === tool && isDeepStrictEqual(other.inputs, bound.inputs)),
      )
    if (swap === undefined) break
    Object.assign(swap.step, {
      tool: swap.tool,
      inputs: swap.bound.inputs,
      reason: `${swap.step.reason}, and it keeps to the budget`,
    })
  }
  while (cost() > most || steps.length > maxSteps) {
    const kept = withoutWeakest(steps)
    if (kept === null) break
    const limit = steps.length > maxSteps ? `${maxSteps} steps` : `${most} cents`
    unmet.push(`${kept.dropped.tool.slug}: beyond the limit of ${limit}`)
    steps = kept.steps
  }
  if (steps.length > maxSteps)
    return { none: `The goal takes ${steps.length} steps, more than max_steps allows (${maxSteps}).` }
  if (cost() > most)
    return { none: `The steps cost ${cost()} cents by list price, more than the ${most} cents allowed.` }
  return { steps, unmet }
}

/** The values of a step that the outcome which stands for it takes too: of several, it keeps its own. */
const sameValues = (step: Draft, tool: Tool) =>
  new Map(
    Object.entries(step.tool.takes).flatMap(([field, type]) => {
      const value = step.inputs[field]
      return (type === 'domain' || type === 'url' || type === 'repo-url') &&
        typeof value === 'string' &&
        Object.values(tool.takes).includes(type)
        ? [[type, value] as const]
        : []
    }),
  )

/** Whether an outcome gives all that other steps take of the step it would stand for. */
const givesWhatOthersTake = (tool: Tool, step: Draft, steps: readonly Draft[]) =>
  steps.every(({ inputs }) =>
    referencesOf(inputs).every((reference) => reference.step !== step || canGive(tool, reference.path)),
  )

/**
 * Leaves out the weakest wish, what is made of it and what nobody needs any more; null when nothing asked would be left.
 */
function withoutWeakest(steps: readonly Draft[]): { dropped: Draft; steps: Draft[] } | null {
  const asked = steps.filter(({ isAsked }) => isAsked)
  const refersTo = (step: Draft, others: ReadonlySet<Draft>) =>
    referencesOf(step.inputs).some((reference) => others.has(reference.step))
  for (const dropped of asked.toSorted((a, b) => a.score - b.score || b.tool.cents - a.tool.cents)) {
    const gone = new Set([dropped])
    // Each step stands after what it refers to.
    for (const step of steps) if (refersTo(step, gone)) gone.add(step)
    let kept = steps.filter((step) => !gone.has(step))
    for (let unneeded = 1; unneeded > 0;) {
      const needed = new Set(kept.flatMap(({ inputs }) => referencesOf(inputs).map(({ step }) => step)))
      const left = kept.filter((step) => step.isAsked || needed.has(step))
      unneeded = kept.length - left.length
      kept = left
    }
    if (kept.some(({ isAsked }) => isAsked)) return { dropped, steps: kept }
  }
  return null
}
