import type { Mention } from '../goal/read-goal.ts'
import { type Evidence, fitsOf, overlap, type Scored } from '../intents/score-intents.ts'
import { withLikeness } from './score-goal.ts'
import { LIKENESS } from './weights.ts'
import { EXCLUSIVE, NOT_BESIDE } from './families.rules.ts'

/** A candidate with what is known of its inputs. */
export type Candidate = Scored & {
  isOffered: boolean
  missing: readonly string[]
  lacksData: boolean
  writes: boolean
  needsNothing: boolean
}

/** Below this, no plan is better than a wrong one. */
export const FLOOR = 0.45
/** A goal's second wish has to be said more clearly than its first, on words of its own. */
export const FURTHER_FLOOR = 0.74
/** A further wish whose inputs are missing is believed from here. */
const SURE = 0.84
const WRITE_FLOOR = 0.7
const COMPLETE = 0.05
const INCOMPLETE = -0.35
/** Nobody asks for a check of structured data and sends none. */
const NO_DATA = -0.4

export const rankOf = (candidate: Candidate) =>
  withLikeness(candidate) -
  (candidate.phrase.weight === 0 && candidate.score < 0.7 ? LIKENESS.unsaid : 0) +
  (candidate.missing.length === 0 ? COMPLETE : candidate.lacksData ? NO_DATA : INCOMPLETE)

/**
 * Chooses what a goal asks for: the best candidate, and every further one that rests on words which none chosen before
 * explains and that is no other form of it.
 */
export function chooseIntents(candidates: readonly Candidate[], evidence: Evidence): Candidate[] {
  const chosen: Candidate[] = []
  const explained: Mention[] = []
  for (const candidate of candidates.toSorted((a, b) => rankOf(b) - rankOf(a) || b.on.length - a.on.length)) {
    if (candidate.score < (candidate.writes ? WRITE_FLOOR : FLOOR)) continue
    if (!candidate.isOffered && isAskedAbout(candidate.on, evidence.goal.text)) continue
    if (isLessThan(candidate, candidates)) continue
    if (candidate.writes && isSpokenOf(candidate.on, evidence)) continue
    if (chosen.length > 0) {
      const floor = candidate.leads && !candidate.writes ? LIKENESS.leadFloor : FURTHER_FLOOR
      if (candidate.score < floor || chosen.some((other) => areExclusive(other.intent.slug, candidate.intent.slug)))
        continue
      if (candidate.missing.length > 0 && candidate.score < SURE) continue
      // What asks for no input would fit anywhere: likeness alone says too little.
      if (candidate.phrase.weight === 0 && candidate.needsNothing) continue
      const further =
        fitsOf(candidate.intent, evidence, explained)
          .filter(({ score, on }) => score >= floor && isFresh(on, explained))
          .sort((a, b) => b.score - a.score)[0] ??
        (candidate.leads && !candidate.writes && isFresh(candidate.on, explained) ? { on: candidate.on } : undefined)
      if (further === undefined) continue
      if (
        candidate.isOffered &&
        candidate.near < LIKENESS.further &&
        !isPlain(further) &&
        !isAlone(further.on, explained)
      )
        continue
      chosen.push({ ...candidate, ...further })
      explained.push(...further.on)
    } else {
      chosen.push(candidate)
      explained.push(...candidate.on)
    }
    if (chosen.length === 8) break
  }
  return chosen
}

/** Whether a goal speaks of a write without asking for it, as in "could saving this leak secrets?". */
const isSpokenOf = (on: readonly Mention[], { goal }: Evidence) =>
  isInQuestion(on, goal.text) ||
  isToldOf(on, goal.text) ||
  on.some(({ start, end }) =>
    /^(?:(?:sav|stor|keep|writ|post|publish|announc|shar|attest|vouch|sign|issu|mint|reserv|remember)\w{0,2}ing|saved|stored|kept|wrote|written|posted|published|announced|noted|jotted|recorded|vouched|attested|minted|issued)$/.test(
      goal.text.slice(start, end),
    ),
  )

/** Whether a write is spoken of in a question that asks nobody to do it; "may the agent spend it?" asks for the hold. */
const isInQuestion = (on: readonly Mention[], text: string) => {
  const [first] = on
  if (first === undefined) return false
  const start = Math.max(0, ...[...text.slice(0, first.start).matchAll(/[.!?;:]\s|\n/g)].map(({ index }) => index + 1))
  const stop = /[.!?;](?=\s|$)|[。？！]|\n/.exec(text.slice(start))
  const sentence = text.slice(start, stop === null ? text.length : start + stop.index)
  return (
    stop !== null &&
    /[?？]/.test(stop[0]) &&
    !/\b(?:can|could|would|will) you\b|\bplease\b|\b(?:kannst|konntest) du\b|\bpuedes\b|\bpodrias\b|\bpeux|\bpouvez|\b(?:spend|reserve|hold)\b/.test(
      sentence,
    )
  )
}

/** What stands before a verb that tells of somebody's doing instead of asking for it. */
const TOLD =
  /\b(?:about to|going to|plan(?:s|ning)? to|before (?:i|we|he|she|it|they|my|our|the)|i'll|i will|we'll|we will|wants to|should (?:i|we)|may (?:i|we)|if (?:i|we|my|it)|what would|would it|does|did|has|have|was|who|someone|somebody)\b[^.:;!?,]*$/

const isToldOf = (on: readonly Mention[], text: string) => {
  const first = on.toSorted((a, b) => a.start - b.start)[0]
  return first !== undefined && TOLD.test(text.slice(0, first.start))
}

/** Whether a question asks about somebody's doing, such as "does it tell the agent to send money?". */
const isAskedAbout = (on: readonly Mention[], text: string) => {
  const first = on.toSorted((a, b) => a.start - b.start)[0]
  const sentence =
    text
      .slice(0, first?.start ?? 0)
      .split(/[.!;:]\s/)
      .at(-1) ?? ''
  return (
    /^\s*(?:does|do any|do these|is|are|did|has|have|was|were|which|why|whether|would (?!you)|could (?!you)|should|will (?!you))\b/.test(
      sentence,
    ) && /\?/.test(text.slice(first?.end ?? 0))
  )
}

const isLessThan = ({ intent }: Candidate, candidates: readonly Candidate[]) => {
  const other = NOT_BESIDE[intent.slug]
  return (
    other !== undefined &&
    candidates.some(({ intent: { slug }, phrase, score }) => slug === other && phrase.weight > 0 && score >= 0.85)
  )
}

const isFresh = (on: readonly Mention[], explained: readonly Mention[]) => {
  const fresh = on.filter((mention) => !explained.some((other) => overlap(mention, other)))
  return fresh.length > 0 && fresh.length >= 0.5 * on.length
}

/** Whether one word says it all: such a word asks for nothing else. */
const isPlain = ({ on, score }: { on: readonly Mention[]; score?: number }) => on.length === 1 && (score ?? 0) >= 0.8

/** Whether the words stand in a part of the goal that nothing chosen before explains. */
const isAlone = (on: readonly Mention[], explained: readonly Mention[]) =>
  on.length > 1 &&
  on.every(({ clause }) => clause === on[0]?.clause) &&
  !explained.some(({ clause }) => clause === on[0]?.clause)

export const areExclusive = (a: string, b: string) =>
  EXCLUSIVE.some((family) => family.includes(a) && family.includes(b))
