import type { Mention } from '../goal/read-goal.ts'
import { type Evidence, fitsOf, overlap, type Scored } from '../intents/score-intents.ts'
import { withLikeness } from './score-goal.ts'
import { LIKENESS, SHAPE } from './weights.ts'
import { contextIn, requestsIn } from '../goal/requests.ts'
import { BATCHES, EXCLUSIVE, GIVEN_IN, NOT_BESIDE, TOGETHER } from './families.rules.ts'

/** A candidate with what is known of its inputs. */
export type Candidate = Scored & {
  isOffered: boolean
  missing: readonly string[]
  lacksData: boolean
  writes: boolean
  needsNothing: boolean
  /** Values that this wish takes, by type, where a goal asks for the same outcome more than once. */
  only?: ReadonlyMap<string, unknown>
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
 * explains and that is no other form of it. `valued` are the parts of the goal in which values stand: what would be another
 * form of a wish is one by itself beside a value of its own.
 */
export function chooseIntents(
  candidates: readonly Candidate[],
  evidence: Evidence,
  valued: ReadonlySet<number> = new Set(),
): Candidate[] {
  const chosen: Candidate[] = []
  const explained: Mention[] = []
  const told = toldIn(evidence.goal.text)
  const orders = requestsIn(evidence.goal.text)
  const isOrdered = (on: readonly Mention[]) =>
    on.some((mention) =>
      orders.some(
        ({ start, end, verb }) =>
          mention.start >= start && mention.end <= end && evidence.goal.text.slice(mention.start, mention.end) === verb,
      ),
    )
  for (const candidate of candidates.toSorted((a, b) => rankOf(b) - rankOf(a) || b.on.length - a.on.length)) {
    if (candidate.score < (candidate.writes ? WRITE_FLOOR : FLOOR)) continue
    if (!candidate.isOffered && isAskedAbout(candidate.on, evidence.goal.text)) continue
    if (isLessThan(candidate, candidates)) continue
    if (GIVEN_IN[candidate.intent.slug]?.some(evidence.hasMember) === true) continue
    if (candidate.writes && isSpokenOf(candidate.on, evidence)) continue
    if (chosen.length > 0) {
      const floor = candidate.leads && !candidate.writes ? LIKENESS.leadFloor : FURTHER_FLOOR
      if (candidate.score < floor || chosen.some((other) => isOtherForm(other, candidate, valued))) continue
      if (candidate.missing.length > 0 && candidate.score < SURE) continue
      if (candidate.phrase.weight === 0 && isExplained(candidate, chosen)) continue
      // What asks for no input would fit anywhere: likeness alone says too little.
      if (candidate.phrase.weight === 0 && candidate.needsNothing) continue
      const further =
        fitsOf(candidate.intent, evidence, explained)
          .filter(({ score, on }) => score >= floor && isFresh(on, explained, evidence.goal.text))
          .sort((a, b) => b.score - a.score)[0] ??
        (candidate.leads && !candidate.writes && isFresh(candidate.on, explained, evidence.goal.text)
          ? { on: candidate.on }
          : undefined)
      if (further === undefined) continue
      if (candidate.isOffered && !isOrdered(further.on) && isByChance(candidate, further, candidates, explained))
        continue
      if (further.on.length < 2 && !isOrdered(further.on) && isTakenByOther(candidate, chosen)) continue
      if (isTold(further.on, told) && !isMailRead(candidate, evidence)) continue
      chosen.push({ ...candidate, ...further })
      explained.push(...further.on)
    } else {
      chosen.push(candidate)
      explained.push(...candidate.on)
    }
    if (chosen.length === 8) break
  }
  return together(chosen, candidates, evidence)
}

/** Takes one outcome for several whose answers it holds, if the goal asks for one answer, and a batch for several values. */
function together(chosen: Candidate[], candidates: readonly Candidate[], { goal, has }: Evidence): Candidate[] {
  for (const { slug, of, atLeast, words } of TOGETHER) {
    const parts = chosen.filter(({ intent }) => of.includes(intent.slug))
    if (parts.length < atLeast || words?.test(goal.text) === false) continue
    const whole = candidates.find(({ intent }) => intent.slug === slug)
    if (whole === undefined || whole.missing.length > 0) continue
    const on = parts.flatMap((part) => part.on)
    return [
      ...chosen.filter((one) => !parts.includes(one)),
      { ...whole, on, score: Math.max(...parts.map(({ score }) => score)) },
    ]
  }
  return chosen.map((one) => {
    const batch = BATCHES[one.intent.slug]
    const whole = batch?.isOf.some(has) === true && candidates.find(({ intent }) => intent.slug === batch.slug)
    return whole === false || whole === undefined || whole.missing.length > 0 || chosen.includes(whole)
      ? one
      : { ...whole, on: one.on, score: Math.max(one.score, whole.score) }
  })
}

/** The sentences of a goal that tell something, if others ask. */
function toldIn(text: string): readonly { start: number; end: number }[] {
  const told = contextIn(text)
  const rest = told.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
  return /\p{L}{2}/u.test(rest) ? told : []
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
  if (first === undefined) return false
  const sentence =
    text
      .slice(0, first.end)
      .split(/[.!?;:]\s|\n/)
      .at(-1) ?? ''
  const rest = /^[^.!?;\n]*/.exec(text.slice(first.end))?.[0] ?? ''
  return TOLD.test(text.slice(0, first.start)) || DONE.test(sentence + rest)
}

/** A sentence that tells what somebody was allowed to do or has done. */
const DONE =
  /^\s*(?:(?:the|my|our|an?|this|that|his|her|their|its)\s+)?(?:[\w-]+\s+){1,3}(?:was|were|had been|has been|have been) (?:only |never |not )?(?:allowed|permitted|asked|told|supposed|meant|free|entitled|authori[sz]ed|able)\b/

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

/** Whether a chosen outcome asks for the part of the goal that a candidate is most like, and is about as much like it. */
const isExplained = ({ on, near }: Candidate, chosen: readonly Candidate[]) =>
  chosen.some(
    (other) =>
      other.near >= LIKENESS.explained * near &&
      on.some(({ clause }) => other.on.some((word) => word.clause === clause)),
  )

const isLessThan = ({ intent }: Candidate, candidates: readonly Candidate[]) => {
  const other = NOT_BESIDE[intent.slug]
  return (
    other !== undefined &&
    candidates.some(({ intent: { slug }, phrase, score }) => slug === other && phrase.weight > 0 && score >= 0.85)
  )
}

const isFresh = (on: readonly Mention[], explained: readonly Mention[], text: string) => {
  const fresh = on.filter(
    (mention) =>
      INTO.test(text.slice(mention.start, mention.end)) ||
      !explained.some((other) => overlap(mention, other) || isSameAgain(mention, other, text)),
  )
  return (
    fresh.length > 0 &&
    fresh.length >= 0.5 * on.length &&
    (fresh.length === on.length || !fresh.every(({ start, end }) => SHOWING.test(text.slice(start, end))))
  )
}

/** Whether a word names again, behind "that" or "the", what it named before: "a digest, then that digest in Japanese". */
const isSameAgain = (mention: Mention, before: Mention, text: string) =>
  before.end <= mention.start &&
  text.slice(before.start, before.end) === text.slice(mention.start, mention.end) &&
  /\b(?:th(?:at|is|e|ese|ose)|dies\w*|den|die|das|el|la|es[ea]|est[ea]|le|cet(?:te)?|ce)\s+(?:\p{L}+\s+)?$/u.test(
    text.slice(Math.max(0, mention.start - 20), mention.start),
  )

/** What stands before the language or the currency that something is wanted in. */
const INTO = /^(?:in|into|to|auf|ins|en|al|em)$/

/** Verbs with which anything is asked for: beside words that another wish explains they ask for nothing. */
const SHOWING =
  /^(?:show|give|tell|list|get|display|bring|see|want|need|zeig\w*|gib|nenn\w*|ensename|muestra\w*|dame|dime|montre\w*|donne\w*|affiche\w*)$/

/** Whether two outcomes are forms of one wish: not where each stands beside a value of its own. */
function isOtherForm(one: Candidate, other: Candidate, valued: ReadonlySet<number>): boolean {
  if (!areExclusive(one.intent.slug, other.intent.slug)) return false
  const parts = (candidate: Candidate) => new Set(candidate.on.map(({ clause }) => clause))
  const [a, b] = [parts(one), parts(other)]
  const isApart = (own: ReadonlySet<number>, others: ReadonlySet<number>) =>
    [...own].some((part) => valued.has(part) && !others.has(part))
  return !(isApart(a, b) && isApart(b, a))
}

type Further = { on: readonly Mention[]; score?: number }

/** Whether an outcome is too little like the part of the goal that asks for it, by itself or beside another one. */
function isByChance(
  { near, missing }: Candidate,
  further: Further,
  candidates: readonly Candidate[],
  explained: readonly Mention[],
): boolean {
  if (near < LIKENESS.further && !isPlain(further) && !isAlone(further.on, explained)) return true
  const clauses = new Set(further.on.map(({ clause }) => clause))
  const most = Math.max(
    ...candidates.filter((other) => other.on.some(({ clause }) => clauses.has(clause))).map((other) => other.near),
  )
  const share =
    missing.length > 0 ? LIKENESS.lackingShare : isPlain(further) ? LIKENESS.plainShare : LIKENESS.furtherShare
  return near < share * most
}

/** Whether the data that an outcome would take a part or a scrap of is taken better by one that is chosen. */
const isTakenByOther = ({ isOfScraps, shape }: Candidate, chosen: readonly Candidate[]) =>
  chosen.some((other) => other.shape >= SHAPE.sure && (isOfScraps || (shape > 0 && shape < other.shape)))

/** Whether one word says it all: such a word asks for nothing else. */
const isPlain = ({ on, score }: Further) => on.length === 1 && (score ?? 0) >= 0.8

/** Whether the words stand in a part of the goal that nothing chosen before explains. */
const isAlone = (on: readonly Mention[], explained: readonly Mention[]) =>
  on.length > 1 &&
  on.every(({ clause }) => clause === on[0]?.clause) &&
  !explained.some(({ clause }) => clause === on[0]?.clause)

/** A mail is read before what is done with its text, though the goal only tells that it is one. */
const isMailRead = ({ intent }: Candidate, { has }: Evidence) => intent.slug === 'email-json' && has('mime-message')

/** Whether all words stand in sentences that tell something, beside one that asks. */
const isTold = (on: readonly Mention[], told: readonly { start: number; end: number }[]) =>
  on.length > 0 && on.every((mention) => told.some(({ start, end }) => mention.start >= start && mention.end <= end))

export const areExclusive = (a: string, b: string) =>
  EXCLUSIVE.some((family) => family.includes(a) && family.includes(b))
