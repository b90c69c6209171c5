import { clausesOf } from '../goal/clauses.ts'
import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import type { Mention } from '../goal/read-goal.ts'
import { namedMember } from '../members/named.ts'
import { COMMON, OF_FOUND, OPENS_SOME } from '../members/refers.ts'
import { contextIn, requestsIn } from '../goal/requests.ts'
import { likenessTo } from '../intents/likeness.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { bind } from './bind.ts'
import { areExclusive, type Candidate } from './choose-intents.ts'
import { type Draft, referencesOf } from './draft.ts'
import { draftOf, inOrder } from './in-order.ts'
import { opens, readerFor } from './opened.ts'
import { type Part, partEvidence } from './part-evidence.ts'
import { FOLLOW_ON } from './weights.ts'

/**
 * Finds what the parts of a goal ask for that no chosen wish explains: the outcome that reads what an earlier wish found
 * ("... and open the first"), or one that takes what an earlier wish gives and that few others take, if the part is like
 * it, though too little to be believed by its words alone. What writes is never found so.
 */
export function withFollowOns(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  known: Known,
  tools: ReadonlyMap<string, Tool>,
): Candidate[] {
  const parts = clausesOf(known.read.text)
  if (parts.length < 2 || !chosen.some(({ isOffered }) => isOffered)) return [...chosen]
  const told = contextIn(known.read.text)
  const orders = requestsIn(known.read.text)
  const all = [...chosen]
  for (const part of parts) {
    const isIn = (one: Part) => one.start < part.end && one.end > part.start
    const said = known.read.text.slice(part.start, part.end)
    const isAsked = ASKS.test(said) || REFERS_BACK.test(said) || OF_FOUND.test(said) || orders.some(isIn)
    if (all.length >= MOST || !isAsked || told.some(isIn)) continue
    const before = stepsBefore(part, all, known, tools)
    if (before.length === 0) continue
    const isExplained = explains(
      part,
      all.filter(({ on }) => on.some(isIn)),
      known,
      tools,
    )
    const slug = opens(part, known)
      ? readerFor(part, known, before)
      : isExplained
        ? undefined
        : likeliest(part, before, all, known, tools)
    const found = candidates.find(({ intent, isOffered }) => isOffered && intent.slug === slug)
    if (found === undefined || all.some(({ intent }) => intent.slug === slug)) continue
    all.push({ ...found, on: mentionsIn(part, known), score: Math.max(found.score, FOLLOW_ON.score), missing: [] })
  }
  return all
}

const MOST = 8

/** How a part begins that asks something. */
const ASKS =
  /^[\s,]*(?:and |und |y |et )?(?:what|which|who|whose|where|when|how|is|are|was|does|do|did|has|can|tell me|whether|welche\w*|was|wer|wie|wo|ist|sind|ob|que|cual|quien|como|es|si|quel\w*|qui|comment|est|dis[- ]moi)(?![\p{L}])/u

/** What a part names that belongs to what an earlier part is about: "and the receipt of that transaction". */
const REFERS_BACK =
  /^[\s,]*(?:the|its|their|his|her|whose|das|den|die|der|dessen|deren|el|la|los|las|su|sus|le|l|les|son|sa|ses|leurs?)\b[^.;]*\b(?:its?|th(?:at|is|ese|ose)|them|their|there|dies\w*|dessen|deren|davon|daraus|es[ea]s?|est[ea]s?|su|sus|cet(?:te)?|ces?|son|sa)\b|^[\s,]*(?:its|their|dessen|deren|su|sus|son|sa|ses)\s/u

/** Whether wishes whose words stand in a part are what it asks for: another outcome that it is far more like is meant itself. */
function explains(part: Part, wishes: readonly Candidate[], known: Known, tools: ReadonlyMap<string, Tool>): boolean {
  const said = known.read.text.slice(part.start, part.end)
  if (wishes.length === 0 || !(OF_FOUND.test(said) || OPENS_SOME.test(said))) return wishes.length > 0
  const like = likenessOfPart(part, known, tools)
  const best = like[0]?.[1] ?? 0
  return (
    best < FOLLOW_ON.floor ||
    wishes.some(
      ({ intent, on }) =>
        on.every(({ start }) => start >= part.start) ||
        (like.find(([slug]) => slug === intent.slug)?.[1] ?? 0) >= FOLLOW_ON.share * best,
    )
  )
}

/** What the wishes before a part of the goal give, in order. */
const stepsBefore = (part: Part, chosen: readonly Candidate[], known: Known, tools: ReadonlyMap<string, Tool>) =>
  inOrder(
    chosen.filter(
      ({ isOffered, on, writes }) =>
        isOffered && !writes && (on.length === 0 || on.some(({ start }) => start < part.start)),
    ),
    known,
    tools,
  )
    .flatMap(({ intent }) => tools.get(intent.slug) ?? [])
    .map(draftOf)

/** The words of a part of the goal. */
export const mentionsIn = ({ start, end }: Part, { read }: Known): Mention[] =>
  [...read.mentions.values()].flat().filter((one) => !one.isNegated && one.start >= start && one.end <= end)

/** The outcome that a part of a goal is most like by its own words, if it can be had. */
function likeliest(
  part: Part,
  before: readonly Draft[],
  chosen: readonly Candidate[],
  known: Known,
  tools: ReadonlyMap<string, Tool>,
): string | undefined {
  const like = likenessOfPart(part, known, tools)
  const best = like[0]?.[1] ?? 0
  const words = new Set(mentionsIn(part, known).map(({ start }) => start)).size
  const isLikened = (slug: string, than: number) =>
    (like.find(([other]) => other === slug)?.[1] ?? 0) >= FOLLOW_ON.share * than
  for (const [slug, likeness] of like) {
    if (likeness < Math.max(FOLLOW_ON.floor, FOLLOW_ON.share * best)) return undefined
    // The part says more about what is chosen already.
    if (
      chosen.some(
        ({ intent }) => intent.slug === slug || areExclusive(intent.slug, slug) || isLikened(intent.slug, likeness),
      )
    )
      return undefined
    const tool = tools.get(slug)
    if (tool === undefined || tool.writes) continue
    const isSure =
      likeness >= FOLLOW_ON.alone && words >= FOLLOW_ON.words && (like[1]?.[1] ?? 0) < FOLLOW_ON.next * likeness
    const text = known.read.text.slice(part.start, part.end)
    const own = { ...known, part: { text, ranges: [part] }, isStrict: !OF_FOUND.test(text) }
    if (takesOn(tool, before, isSure, own, tools)) return slug
  }
  return undefined
}

/** The outcomes that a part of a goal is like by its own words and values, the likest first. */
export function likenessOfPart(part: Part, known: Known, tools: ReadonlyMap<string, Tool>): [string, number][] {
  const found = likenessFound.get(part) ?? likenessNow(part, known, tools)
  likenessFound.set(part, found)
  return found
}
/** A part belongs to one goal; it is compared with all outcomes once. */
const likenessFound = new WeakMap<Part, [string, number][]>()

const likenessNow = (part: Part, known: Known, tools: ReadonlyMap<string, Tool>): [string, number][] =>
  [...likenessTo(tools, { ...known, input: { ...known.input, members: {} } }, partEvidence(known, part), part)].sort(
    (a, b) => b[1] - a[1],
  )

/**
 * Whether an outcome has all its inputs and takes one of them from a step before: of a type that few outcomes take, or of
 * any where the words are sure.
 */
function takesOn(
  tool: Tool,
  before: readonly Draft[],
  isSure: boolean,
  known: Known,
  tools: ReadonlyMap<string, Tool>,
): boolean {
  const { inputs, missing, before: added } = bind(tool, known, before, tools, new Map())
  if (missing.length > 0 || (added.length > 0 && !isSure)) return false
  // What few words name by themselves they name as a member of what was found: "its link", "that host".
  const isNamed = (type: FieldType | undefined) =>
    type !== undefined &&
    known.part !== undefined &&
    OF_FOUND.test(known.part.text) &&
    namedMember(type, before, known) !== undefined
  const isOwn = isSure && tool.required.some((field) => typeof inputs[field] === 'string' && inputs[field] !== '$input')
  return (
    isOwn ||
    Object.entries(inputs).some(
      ([field, value]) =>
        (isSure || !COMMON.has(tool.takes[field] ?? 'json') || isNamed(tool.takes[field])) &&
        referencesOf(value).some(({ step }) => before.includes(step)),
    )
  )
}
