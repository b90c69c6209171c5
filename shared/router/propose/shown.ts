import { actsIn } from '../intents/acts.ts'
import { likenessTo } from '../intents/likeness.ts'
import { NOT_OFFERED } from '../intents/not-offered.rules.ts'
import { writesOrdered } from '../intents/orders-write.ts'
import { readIntent } from '../intents/phrases.ts'
import { scoreIntents } from '../intents/score-intents.ts'
import { clausesOf } from '../goal/clauses.ts'
import { readGoal } from '../goal/read-goal.ts'
import { requestsIn } from '../goal/requests.ts'
import { CARRIERS } from '../plan/bridge.ts'
import { TAKES_ANY_ANSWER } from '../plan/provide.ts'
import { FLOOR } from '../plan/choose-intents.ts'
import { evidenceOf } from '../plan/evidence.ts'
import type { Asked, Planned } from '../plan/plan.ts'
import { planGoal, UNORDERED } from '../plan/plan-goal.ts'
import type { Tool } from '../tool.ts'
import { readAll } from '../values/known.ts'
import { slotsOf } from './slots.ts'
import type { Ground } from './value-of.ts'

/**
 * How many outcomes a model is shown of those likest to the goal and to each part of it, beside those that our own planner
 * chose, that carry types, and that take any answer.
 */
const LIKEST = 24
const LIKEST_TO_PART = 8
const MOST_PARTS = 6
const MOST_SAID = 80

/** Over what a model may plan a goal. */
export type Shown = Ground & {
  own: Planned
  /** The outcomes it may name, the likest first. */
  tools: ReadonlyMap<string, Tool>
  /** Parts of the goal that no outcome does, as they are said. */
  unmet: readonly string[]
  /** Parts that order something and for which our own rules found no outcome, as they are said. */
  unexplained: ReadonlySet<string>
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
  const unoffered = scoreIntents(NOT_OFFERED.trim().split('\n').map(readIntent), evidence)
  if ('none' in own && unoffered.some(({ score }) => score >= FLOOR)) return null
  const isOrdered = writesOrdered(whole.read)
  const parts = clausesOf(known.read.text).slice(0, MOST_PARTS)
  const chosen = 'plan' in own ? own.plan.steps.map(({ slug }) => slug) : own.none.nearest.map(({ slug }) => slug)
  const mayShow = (slug: string) => {
    const tool = all.get(slug)
    return tool !== undefined && mayRun(slug) && (!tool.writes || isOrdered(slug))
  }
  const likest = (most: number, part?: { start: number; end: number }) =>
    [...likenessTo(all, known, evidence, part)]
      .filter(([slug]) => mayShow(slug))
      .sort((a, b) => b[1] - a[1])
      .slice(0, most)
      .map(([slug]) => slug)
  const slugs = [
    ...chosen,
    ...(parts.length < 2 ? [] : parts.flatMap((part) => likest(LIKEST_TO_PART, part))),
    ...likest(LIKEST),
    ...CARRIERS.map(({ slug }) => slug),
    ...TAKES_ANY_ANSWER,
  ]
  const never = acts.filter(({ isContext }) => !isContext).map((act) => saidAt(whole.goal, act))
  return {
    own,
    known,
    goal: blanked(whole.goal, acts),
    slots: slotsOf(known),
    tools: new Map([...new Set(slugs)].filter(mayShow).flatMap((slug) => toolAt(all, slug))),
    unmet: never,
    unexplained: new Set(
      requestsIn(whole.read.text)
        .filter(
          (part) => !unoffered.some(({ on }) => on.some(({ start, end }) => start < part.end && end > part.start)),
        )
        .map((part) => saidAt(whole.goal, part))
        .filter((part) => !never.includes(part)),
    ),
  }
}

/** Whether a refusal of ours says that nothing may do this; else it only says that our rules found nothing. */
const stands = ({ reason, detail }: { reason: string; detail: string }) =>
  !(reason === 'nothing_fits' || reason === 'input_missing') || detail.includes(UNORDERED)

const saidAt = (goal: string, { start, end }: { start: number; end: number }) =>
  goal.slice(start, end).trim().slice(0, MOST_SAID)

const toolAt = (tools: ReadonlyMap<string, Tool>, slug: string): [string, Tool][] => {
  const tool = tools.get(slug)
  return tool === undefined ? [] : [[slug, tool]]
}

function blanked(text: string, parts: readonly { start: number; end: number }[]): string {
  const chars = text.split('')
  for (const { start, end } of parts) chars.fill(' ', start, end)
  return chars.join('')
}
