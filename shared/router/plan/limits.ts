import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { numberOf } from '../values/numbers.ts'
import { bind } from './bind.ts'
import type { Draft } from './draft.ts'
import { INSTEAD } from './families.rules.ts'
import type { Asked } from './plan.ts'

const BUDGET =
  /(\d+)\s*(?:cents?|centavos|centimes|¢|美分|セント)\s*(?:of|for|in)?\s*(?:the\s+)?(?:tools?|steps?|calls?|outcomes?|budget|in total|total|altogether)|(?:tools?|steps?|calls?|budget|spend|total)\s*(?:for|of|is|under|below|within|costs?|up to|at most|no more than|:)*\s*(?:at most|up to|under|below|no more than)?\s*(\d+)\s*(?:cents?|¢)/i

/** The budget for steps that the goal itself sets, in cents. */
export function budgetIn(goal: string): number | undefined {
  const found = BUDGET.exec(goal)
  return found === null ? undefined : numberOf(found[1] ?? found[2] ?? '')
}

/** Keeps a plan within its limits: takes cheaper outcomes, then leaves out the weakest wish, and says so. */
export function keepToLimits(
  drafts: readonly Draft[],
  known: Known,
  tools: ReadonlyMap<string, Tool>,
  { maxSteps, maxCents, goal }: Asked,
): { steps: Draft[]; unmet: string[] } | { none: string } {
  const most = Math.min(maxCents, /merchant|pay |paid|amount/i.test(goal) ? maxCents : (budgetIn(goal) ?? maxCents))
  let steps = [...drafts]
  const unmet: string[] = []
  const cost = () => steps.reduce((sum, { tool }) => sum + tool.cents, 0)
  while (cost() > most) {
    const swap = steps
      .flatMap((step) =>
        (INSTEAD[step.tool.slug] ?? []).flatMap((slug) => tools.get(slug) ?? []).map((tool) => ({ step, tool })),
      )
      .filter(({ step, tool }) => tool.cents < step.tool.cents)
      .sort((a, b) => b.step.tool.cents - a.step.tool.cents)
      .map(({ step, tool }) => ({
        step,
        tool,
        bound: bind(tool, known, steps.slice(0, steps.indexOf(step)), tools, new Map()),
      }))
      .find(({ bound }) => bound.missing.length === 0 && bound.before.length === 0)
    if (swap === undefined) break
    Object.assign(swap.step, {
      tool: swap.tool,
      inputs: swap.bound.inputs,
      reason: `${swap.step.reason}, and it keeps to the budget`,
    })
  }
  while ((cost() > most || steps.length > maxSteps) && steps.length > 1) {
    const asked = steps.filter(({ isAsked }) => isAsked)
    const weakest = asked.toSorted((a, b) => a.score - b.score || b.tool.cents - a.tool.cents)[0]
    if (weakest === undefined || asked.length === 1) break
    steps = steps.filter((step) => step !== weakest)
    unmet.push(
      `${weakest.tool.slug}: beyond the limit of ${steps.length + 1 > maxSteps ? `${maxSteps} steps` : `${most} cents`}`,
    )
  }
  if (steps.length > maxSteps)
    return { none: `The goal takes ${steps.length} steps, more than max_steps allows (${maxSteps}).` }
  if (cost() > most)
    return { none: `The steps cost ${cost()} cents by list price, more than the ${most} cents allowed.` }
  return { steps, unmet }
}
