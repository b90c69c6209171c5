import { readGoal } from '../goal/read-goal.ts'
import { whyUnread } from '../goal/why-unread.ts'
import { type Act, actsIn, without } from '../intents/acts.ts'
import { writesOrdered } from '../intents/orders-write.ts'
import { NOT_OFFERED } from '../intents/not-offered.rules.ts'
import { type Intent, readIntent } from '../intents/phrases.ts'
import { type Evidence, type Scored, scoreIntents } from '../intents/score-intents.ts'
import { strictly } from '../members/strict.ts'
import type { Tool } from '../tool.ts'
import { type Known, readAll } from '../values/known.ts'
import { labelsIn } from '../values/meanings.ts'
import { affordable } from './affordable.ts'
import { askedOf } from './asked-of.ts'
import { bind } from './bind.ts'
import { CARRIERS } from './bridge.ts'
import type { Draft } from './draft.ts'
import { type Candidate, chooseIntents, FLOOR, FURTHER_FLOOR } from './choose-intents.ts'
import { evidenceOf } from './evidence.ts'
import { withOrderedWrites } from './ordered-writes.ts'
import { fanOut, settle } from './fan-out.ts'
import { withFollowOns } from './follow-on.ts'
import { draftOf, inOrder } from './in-order.ts'
import { keepToLimits } from './limits.ts'
import { isInOwnLanguage } from './own-language.ts'
import { ownPart, valuedParts } from './own-part.ts'
import { unexplained } from './unexplained.ts'
import { beyondAll, isBeyondAll, lackingInstead } from './refusals.ts'
import { withProviders } from './providers.ts'
import { withRepeats } from './repeats.ts'
import { withValueWishes } from './value-wishes.ts'
import type { Asked, NoPlan, Planned } from './plan.ts'
import { scoreGoal, STRUCTURED } from './score-goal.ts'
import { INSTEAD, LIKENESS } from './weights.ts'
import { writeSteps } from './write-steps.ts'

/** How many candidates are tried for their inputs; the others are too weak to be chosen. */
const MOST_TRIED = 24

/** What is said of a write that a goal does not order. */
export const UNORDERED = 'writes, and the goal does not clearly order it'

let notOffered: readonly Intent[] | undefined

/**
 * Plans a goal over the outcomes of a catalog: a pure function of goal, input, limits and time. Goal and input are
 * data. What the goal asks for is read from the goal alone; of the input only its form and the types of its values
 * count, never its words.
 */
export function planGoal(asked: Asked, tools: ReadonlyMap<string, Tool>): Planned {
  const whole = readAll(asked.goal, asked.input, asked.now)
  const unread = whyUnread(whole.goal)
  if (unread !== null) return { none: none('unread', unread) }
  const acts = actsIn(whole.read.text)
  const known = acts.length === 0 ? whole : { ...whole, read: readGoal(without(whole.read.text, acts)) }
  const evidence = evidenceOf(known)
  const scored = scoreGoal(known, evidence, tools)
  const candidateOf = (one: Scored, missing: readonly string[]): Candidate => {
    const tool = tools.get(one.intent.slug)
    return {
      ...one,
      isOffered: true,
      missing,
      lacksData: missing.some((field) => STRUCTURED.has(tool?.takes[field] ?? '')),
      writes: tool?.writes === true,
      needsNothing: tool?.required.length === 0 && tool.either.length === 0,
    }
  }
  const candidates = [
    ...scored.slice(0, MOST_TRIED).map((one): Candidate => {
      const tool = tools.get(one.intent.slug)
      const missing = tool === undefined ? [] : missingOf(tool, known, scored, tools)
      return candidateOf(one, missing)
    }),
    ...unoffered(evidence),
  ]
  const labels = new Set(evidence.has('choice-list') ? labelsIn(known.read.text) : [])
  const choose = (among: readonly Candidate[]) =>
    chooseIntents(
      among.filter((candidate) => isOutside(candidate, acts) && !isOnlyLabel(candidate, labels, known)),
      evidence,
      valuedParts(known),
    )
  const isOrdered = writesOrdered(whole.read)
  const isUnordered = ({ writes, intent }: Candidate) => writes && !isOrdered(intent.slug)
  const all = affordable(choose, candidates, asked, tools)
  const withheld = all.filter(isUnordered)
  const kept = all.filter((candidate) => !isUnordered(candidate))
  const meant =
    kept.length > 0 || withheld.length === 0
      ? kept
      : choose(candidates.filter((candidate) => !isUnordered(candidate))).filter((candidate) =>
          isClear(candidate, withheld),
        )
  const isRefusedInPart = acts.length > 0 || withheld.length > 0
  const others = [...candidates, ...scored.slice(MOST_TRIED).map((one) => candidateOf(one, []))]
  const ordered = acts.length > 0 ? meant : withOrderedWrites(meant, others, known, tools, isOrdered)
  const lacking = isRefusedInPart ? undefined : lackingInstead(ordered, candidates)
  const wished =
    lacking !== undefined
      ? [lacking]
      : ordered.length > 0 || isRefusedInPart
        ? ordered
        : askedOf(known, candidates, evidence)
  if (acts.length === 0 && isBeyondAll(wished, known, tools))
    return { none: nothing(known, candidates, tools, [whole.goal.trim().slice(0, MOST_SAID)], []) }
  // What is refused may be what the other parts are about.
  const followed = isRefusedInPart ? wished : withFollowOns(wished, others, known, tools)
  const valued = withValueWishes(followed, others, known, evidence, tools)
  const chosen = withRepeats(withProviders(valued, others, known, tools), others, known)
  const refused = new Set(
    (chosen[0]?.isOffered === false ? chosen : [])
      .filter(({ isOffered }) => !isOffered)
      .flatMap(({ on }) => on.map(({ clause }) => clause)),
  )
  // What stands in the part that asks for what nobody offers is about that.
  const wishes = chosen
    .filter(
      ({ isOffered, on }) =>
        isOffered && !(on.length > 0 && refused.size > 0 && on.every(({ clause }) => refused.has(clause))),
    )
    .filter((one, _, all) => all.length < 2 || !(isInOwnLanguage(one, known) || isOnlyCarrier(one, all)))
  const unmet = [
    ...acts
      .filter(({ isContext }) => !isContext)
      .map(({ start, end }) => whole.goal.slice(start, end).trim().slice(0, MOST_SAID)),
    ...chosen
      .filter(({ isOffered }) => !isOffered)
      .map(({ on, intent }) => saidIn(known, on) || intent.slug.replaceAll('-', ' ')),
  ]
  const unsure = withheld.map(({ intent: { slug } }) => `${slug} ${UNORDERED}`)
  if (wishes.length === 0) return { none: nothing(known, candidates, tools, unmet, unsure) }
  unmet.push(
    ...unsure,
    ...unexplained(whole, chosen, acts, scored),
    ...beyondAll(chosen, known, tools).map((part) => whole.goal.slice(part.start, part.end).trim().slice(0, MOST_SAID)),
  )
  return compose(asked, known, wishes, unmet, tools, candidates)
}

/** Whether an outcome is meant where writes that are not ordered are no more like the goal. */
const isClear = ({ score, likeness }: Candidate, withheld: readonly Candidate[]) =>
  score >= FURTHER_FLOOR && likeness >= Math.max(LIKENESS.lead, ...withheld.map((write) => write.likeness))

/** Whether all that asks for an outcome is one of the labels to choose from: "is it news, opinion or advertising?" */
const isOnlyLabel = ({ on }: Candidate, labels: ReadonlySet<string>, { read: { text } }: Known) =>
  on.length > 0 && on.every(({ start, end }) => labels.has(text.slice(start, end)))

/** Whether no word asks for an outcome that a wish is given when it needs it. */
const isOnlyCarrier = ({ intent, on, phrase }: Candidate, all: readonly Candidate[]) =>
  phrase.weight === 0 &&
  on.length === 0 &&
  CARRIERS.some(({ slug }) => slug === intent.slug) &&
  all.some((other) => other.phrase.weight > 0)

/** Whether a wish is the first and clearly what the goal is most like: without its inputs there is no plan. */
const isFirst = (wish: Candidate, wishes: readonly Candidate[]) =>
  wish === wishes[0] && wishes.every((other) => other === wish || wish.likeness >= INSTEAD.first * other.likeness)

function compose(
  asked: Asked,
  known: Known,
  wishes: readonly Candidate[],
  unmet: readonly string[],
  tools: ReadonlyMap<string, Tool>,
  candidates: readonly Candidate[],
): Planned {
  const steps: Draft[] = []
  const missing: { slug: string; field: string; score: number }[] = []
  for (const wish of inOrder(wishes, known, tools)) {
    const tool = tools.get(wish.intent.slug)
    if (tool === undefined) continue
    const reason = `The goal asks for it${wish.on.length === 0 ? ' by what the input is' : ` (“${saidIn(known, wish.on)}”)`}`
    const drafts = fanOut(
      tool,
      ownPart(known, wish, wishes, tools),
      steps,
      tools,
      { stage: wish.intent.stage, score: wish.score, reason },
      asked.maxSteps,
      wish.only,
    )
    if ('missing' in drafts)
      missing.push(
        ...drafts.missing.map((field) => ({ slug: tool.slug, field, score: isFirst(wish, wishes) ? 1 : wish.score })),
      )
    else steps.push(...drafts.steps)
  }
  const best = Math.min(1, Math.max(0, ...steps.filter(({ isAsked }) => isAsked).map(({ score }) => score)))
  const lacking = missing.filter(({ score }) => score >= best || steps.length === 0)
  if (steps.length === 0 || lacking.length > 0) {
    const fields = lacking.map(({ slug, field }) => ({ slug, field }))
    const names = [...new Set(fields.map(({ field }) => field))].join(', ')
    return {
      none: {
        ...none('input_missing', `The goal can be met, but ${names} is missing: say it in the goal or the input.`),
        missing: fields,
        nearest: nearest(candidates, tools),
      },
    }
  }
  const kept = keepToLimits(steps, known, tools, asked)
  if ('none' in kept) return { none: { ...none('over_limit', kept.none), nearest: nearest(candidates, tools) } }
  const said = asked.goal.length > 0 ? kept.steps.filter(({ isAsked }) => isAsked) : []
  const confidence = Math.min(0.99, said.reduce((sum, { score }) => sum + score, 0) / Math.max(1, said.length))
  const written = writeSteps(kept.steps)
  return {
    plan: {
      steps: written,
      cents: written.reduce((sum, { price_cents }) => sum + price_cents, 0),
      confidence: Math.round(100 * confidence * (unmet.length > 0 ? 0.9 : 1)) / 100,
      unmet: [...unmet, ...kept.unmet, ...missing.map(({ slug, field }) => `${slug}: ${field} is missing`)],
    },
  }
}

/** What a candidate's inputs lack; a value that another candidate of the goal would give counts as there. */
function missingOf(tool: Tool, known: Known, scored: readonly Scored[], tools: ReadonlyMap<string, Tool>): string[] {
  const before = scored
    .filter(({ intent, score }) => score >= FLOOR + 0.05 && intent.slug !== tool.slug)
    .slice(0, 4)
    .flatMap(({ intent }) => {
      const other = tools.get(intent.slug)
      return other === undefined || other.writes ? [] : [draftOf(other)]
    })
  const { inputs, missing } = bind(tool, strictly(known), before, tools, new Map())
  // Members of a JSON input may have the names of the fields and be of another kind.
  return missing.length > 0 || known.input.json === undefined ? missing : settle(tool, { ...inputs }, known)
}

function unoffered(evidence: Evidence): Candidate[] {
  notOffered ??= NOT_OFFERED.trim().split('\n').map(readIntent)
  return scoreIntents(notOffered, evidence).map((one) => ({
    ...one,
    isOffered: false,
    missing: [],
    lacksData: false,
    writes: false,
    needsNothing: false,
  }))
}

function nothing(
  known: Known,
  candidates: readonly Candidate[],
  tools: ReadonlyMap<string, Tool>,
  unmet: readonly string[],
  unsure: readonly string[],
): NoPlan {
  const near = nearest(candidates, tools)
  if (unmet.length > 0) return { ...none('not_offered', `No outcome does this: ${unmet.join('; ')}.`), nearest: near }
  if (unsure.length > 0)
    return { ...none('nothing_fits', `${unsure.join('; ')}: say plainly what to write and where.`), nearest: near }
  const detail = `No outcome fits “${known.goal.slice(0, 80)}” well enough${near.length === 0 ? '' : '; the nearest are listed'}.`
  return { ...none('nothing_fits', detail), nearest: near }
}

const none = (reason: NoPlan['reason'], detail: string): NoPlan => ({ reason, detail, missing: [], nearest: [] })

/** The outcomes that phrases of the goal ask for, or else those it is most like. */
const nearest = (candidates: readonly Candidate[], tools: ReadonlyMap<string, Tool>) => {
  const offered = candidates.filter(({ isOffered }) => isOffered)
  const asked = offered.filter(({ phrase }) => phrase.weight > 0)
  return (asked.length > 0 ? asked : offered.filter(({ likeness }) => likeness >= NEAR))
    .slice(0, 3)
    .flatMap(({ intent }) => {
      const tool = tools.get(intent.slug)
      return tool === undefined ? [] : [{ slug: tool.slug, title: tool.title, cents: tool.cents }]
    })
}

/** An outcome less like a goal than this is not near it. */
const NEAR = 0.25

const saidIn = ({ goal }: Known, on: Candidate['on']) =>
  on
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => goal.slice(start, end))
    .join(' ')
    .slice(0, MOST_SAID)

const MOST_SAID = 80

/**
 * Whether a candidate counts beside what no outcome does: what is said before that as ever, what is said after it only
 * when it is said clearly, because it speaks of the same thing.
 */
const isOutside = ({ on, score, near }: Candidate, acts: readonly Act[]) => {
  const [first] = acts
  if (first === undefined) return true
  return (
    on.length > 0 &&
    ((score >= FURTHER_FLOOR && near >= LIKENESS.afterAct) || on.every(({ end }) => end <= first.start))
  )
}
