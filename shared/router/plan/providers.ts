import { clausesOf } from '../goal/clauses.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { bind } from './bind.ts'
import { areExclusive, type Candidate } from './choose-intents.ts'
import { type Bound, type Draft, referencesOf } from './draft.ts'
import { likenessOfPart } from './follow-on.ts'
import { draftOf, inOrder } from './in-order.ts'
import { textPath } from './provide.ts'
import { FOLLOW_ON } from './weights.ts'

const PROVIDER_FLOOR = 0.55

/**
 * Adds what gives a chosen wish the input that it lacks, though nothing else asks for it: a candidate that words ask for,
 * or else, for what makes something of a text, the outcome whose answer that text may be and that the goal is most like.
 */
export function withProviders(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  known: Known,
  tools: ReadonlyMap<string, Tool>,
): Candidate[] {
  const all = [...chosen]
  for (const wish of chosen) {
    const tool = tools.get(wish.intent.slug)
    if (tool === undefined || !wish.isOffered) continue
    const boundWith = (list: readonly Candidate[]) =>
      bind(tool, known, before(wish, list, known, tools), tools, new Map())
    const bound = boundWith(all)
    const isLacking = bound.missing.length > 0
    if (!isLacking && !isReadForWant(bound, tool)) continue
    const isFree = (other: Candidate) =>
      other.isOffered &&
      !other.writes &&
      other.missing.length === 0 &&
      !all.some(({ intent }) => intent.slug === other.intent.slug || areExclusive(intent.slug, other.intent.slug))
    const provider =
      (isLacking
        ? candidates.find(
            (other) =>
              isFree(other) && other.score >= PROVIDER_FLOOR && boundWith([...all, other]).missing.length === 0,
          )
        : undefined) ??
      (isAlone(wish, all) || !isLacking
        ? sourceFor(
            wish,
            tool,
            candidates.filter(
              (other) => isFree(other) && (isLacking || takesPlace(tools.get(other.intent.slug) ?? tool)),
            ),
            known,
            tools,
          )
        : undefined)
    if (provider !== undefined) all.push(provider)
  }
  return all
}

/** Whether a goal has no plan if this wish has none. */
const isAlone = (wish: Candidate, all: readonly Candidate[]) =>
  all.every((other) => other === wish || !other.isOffered || other.missing.length > 0)

/** The steps that stand before a wish. */
function before(wish: Candidate, list: readonly Candidate[], known: Known, tools: ReadonlyMap<string, Tool>): Draft[] {
  const ordered = inOrder(
    list.filter(({ isOffered }) => isOffered),
    known,
    tools,
  )
  return ordered
    .slice(0, ordered.indexOf(wish))
    .flatMap(({ intent }) => tools.get(intent.slug) ?? [])
    .map(draftOf)
}

/** Whether a text is read from a page only because nothing else gives one. */
const isReadForWant = ({ before: added }: Bound, tool: Tool) =>
  makesOfText(tool) &&
  added.some(({ tool: { slug }, inputs }) => slug === 'page-markdown' && referencesOf(inputs).length === 0)

/** Outcomes that make something of any text. */
const OF_ANY_TEXT = new Set(['translate-text', 'summarize-text', 'speech-synthesize', 'classify-text'])
const makesOfText = ({ slug }: Tool) => OF_ANY_TEXT.has(slug)

/** Types that name where something is: what is read there for want of anything else may be read by another outcome. */
const PLACES = new Set(['url', 'domain', 'repo-url'])
const takesPlace = ({ takes, required, either }: Tool) =>
  [...required, ...either].some((field) => PLACES.has(takes[field] ?? 'json'))

/** The outcome whose answer a text may be, by the part of the goal that is most like one. */
function sourceFor(
  wish: Candidate,
  tool: Tool,
  free: readonly Candidate[],
  known: Known,
  tools: ReadonlyMap<string, Tool>,
): Candidate | undefined {
  if (!makesOfText(tool)) return undefined
  const { text } = known.read
  const parts = clausesOf(text)
  const found = (parts.length === 0 ? [{ start: 0, end: text.length }] : parts).flatMap((part) => {
    const like = likenessOfPart(part, known, tools)
    const best = like[0]?.[1] ?? 0
    const first = like.find(([slug]) => slug !== wish.intent.slug)
    if (first === undefined || first[1] < FOLLOW_ON.floor || first[1] < FOLLOW_ON.share * best) return []
    const candidate = free.find(({ intent }) => intent.slug === first[0])
    const source = tools.get(first[0])
    return candidate === undefined ||
      source === undefined ||
      textPath(source, true) === undefined ||
      bind(source, known, [], tools, new Map()).missing.length > 0
      ? []
      : [{ candidate, likeness: first[1] }]
  })
  const [best] = found.toSorted((a, b) => b.likeness - a.likeness)
  return best === undefined ? undefined : { ...best.candidate, score: Math.max(best.candidate.score, FOLLOW_ON.score) }
}
