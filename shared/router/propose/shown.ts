import { actsIn } from '../intents/acts.ts'
import { likenessTo } from '../intents/likeness.ts'
import { NOT_OFFERED } from '../intents/not-offered.rules.ts'
import { writesOrdered } from '../intents/orders-write.ts'
import { readIntent } from '../intents/phrases.ts'
import { scoreIntents } from '../intents/score-intents.ts'
import { readGoal } from '../goal/read-goal.ts'
import { CARRIERS } from '../plan/bridge.ts'
import { FLOOR } from '../plan/choose-intents.ts'
import { evidenceOf } from '../plan/evidence.ts'
import type { Asked, Planned } from '../plan/plan.ts'
import { planGoal, UNORDERED } from '../plan/plan-goal.ts'
import type { Tool } from '../tool.ts'
import { readAll } from '../values/known.ts'
import { slotsOf } from './slots.ts'
import type { Ground } from './value-of.ts'

/** How many of the likest outcomes a model is shown, beside those that our own planner chose and that carry types. */
const LIKEST = 30
const MOST_SAID = 80

/** Over what a model may plan a goal. */
export type Shown = Ground & {
  own: Planned
  /** The outcomes it may name, the likest first. */
  tools: ReadonlyMap<string, Tool>
  /** Parts of the goal that no outcome does, as they are said. */
  unmet: readonly string[]
}

/**
 * Returns over what a model may plan a goal: the likest of the outcomes that a run may call, without those that write and
 * that the goal does not order, and the goal without the parts that no outcome does. Null where our own refusal stands.
 */
export function shownFor(
  asked: Asked,
  all: ReadonlyMap<string, Tool>,
  mayRun: (slug: string) => boolean,
): Shown | null {
  const own = planGoal(asked, all)
  if ('none' in own && stands(own.none)) return null
  const whole = readAll(asked.goal, asked.input, asked.now)
  const acts = actsIn(whole.read.text)
  const known = acts.length === 0 ? whole : { ...whole, read: readGoal(blanked(whole.read.text, acts)) }
  const evidence = evidenceOf(known)
  // A goal that asks for what nobody offers and has no plan of ours is refused, whatever lacks.
  if ('none' in own && scoreIntents(NOT_OFFERED.trim().split('\n').map(readIntent), evidence).some(isClear)) return null
  const isOrdered = writesOrdered(whole.read)
  const likest = [...likenessTo(all, known, evidence)].sort((a, b) => b[1] - a[1]).map(([slug]) => slug)
  const chosen = 'plan' in own ? own.plan.steps.map(({ slug }) => slug) : own.none.nearest.map(({ slug }) => slug)
  const mayShow = (slug: string) => {
    const tool = all.get(slug)
    return tool !== undefined && mayRun(slug) && (!tool.writes || isOrdered(slug))
  }
  const slugs = [...chosen, ...likest.filter(mayShow).slice(0, LIKEST), ...CARRIERS.map(({ slug }) => slug)]
  return {
    own,
    known,
    goal: blanked(whole.goal, acts),
    slots: slotsOf(known),
    tools: new Map([...new Set(slugs)].filter(mayShow).flatMap((slug) => toolAt(all, slug))),
    unmet: acts
      .filter(({ isContext }) => !isContext)
      .map(({ start, end }) => whole.goal.slice(start, end).trim().slice(0, MOST_SAID)),
  }
}

/** Whether a refusal of ours says that nothing may do this; else it only says that our rules found nothing. */
const stands = ({ reason, detail }: { reason: string; detail: string }) =>
  !(reason === 'nothing_fits' || reason === 'input_missing') || detail.includes(UNORDERED)

const isClear = ({ score }: { score: number }) => score >= FLOOR

const toolAt = (tools: ReadonlyMap<string, Tool>, slug: string): [string, Tool][] => {
  const tool = tools.get(slug)
  return tool === undefined ? [] : [[slug, tool]]
}

function blanked(text: string, parts: readonly { start: number; end: number }[]): string {
  const chars = text.split('')
  for (const { start, end } of parts) chars.fill(' ', start, end)
  return chars.join('')
}
