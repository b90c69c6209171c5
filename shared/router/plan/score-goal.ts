import { clausesOf } from '../goal/clauses.ts'
import type { Mention } from '../goal/read-goal.ts'
import { affinity } from '../intents/affinity.ts'
import { likenessTo } from '../intents/likeness.ts'
import { intents } from '../intents/phrases.ts'
import { type Evidence, fitsOf, type Scored, scoreIntents } from '../intents/score-intents.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { readingOf, readingsOf } from '../shapes/read-by-shape.ts'
import { isText } from './draft.ts'
import { LIKENESS, SHAPE } from './weights.ts'

/** Types of which nobody asks for a check without sending some. */
export const STRUCTURED: ReadonlySet<string> = new Set([
  'json',
  'json-schema',
  'x402-offer',
  'x402-payment',
  'accepts',
  'tool-list',
  'receipt',
  'openapi',
])
/** What affinity adds to a phrase or shape that fits, and what it counts alone. */
const [AFFINITY, AFFINITY_ALONE] = [0.12, 0.66]

/** Scores every intent by its phrases, by the members of a JSON input, and by the words it has in common with the goal. */
export function scoreGoal(known: Known, evidence: Evidence, tools: ReadonlyMap<string, Tool>): Scored[] {
  const all = intents()
  const like = likenessTo(tools, known, evidence)
  const byPhrase = new Map(scoreIntents(all, evidence).map((one) => [one.intent.slug, one]))
  const clauses = clausesOf(known.read.text).map((clause) => ({
    ...clause,
    like: likenessTo(tools, known, evidence, clause),
  }))
  const led = leadersOf(known, clauses)
  const named = ['language', 'target-currency', 'timezone'].filter((type) => evidence.has(type))
  const nearOf = (slug: string, on: readonly Mention[], likeness: number) =>
    Math.max(
      likeness +
        (named.some((type) => Object.values(tools.get(slug)?.takes ?? {}).some((taken) => taken === type)) ? NAMED : 0),
      ...clauses
        .filter((clause) => on.some(({ start, end }) => start < clause.end && end > clause.start))
        .map((clause) => clause.like.get(slug) ?? 0),
    )
  const most = bestShape(known, tools)
  const unused = (tool: Tool, shape: number) =>
    most < SHAPE.sure || shape > 0 || tool.writes ? 0 : most * (takesText(tool) ? SHAPE.asText : 1)
  return all
    .flatMap((intent): Scored[] => {
      const tool = tools.get(intent.slug)
      if (tool === undefined) return []
      const phrase = tool.writes && !isOneWish(intent, evidence) ? undefined : byPhrase.get(intent.slug)
      const shape = shapeOf(tool, known, tools)
      const near = affinity(intent, all, evidence)
      const fit = Math.max(phraseScore(phrase, shape), shape < SHAPE.floor ? 0 : SHAPE.base + SHAPE.fit * shape)
      const likeness = like.get(intent.slug) ?? 0
      const clause = led.get(intent.slug)
      const leads = clause !== undefined
      if (fit > 0)
        return [
          {
            intent,
            phrase: phrase?.phrase ?? NO_PHRASE,
            on: phrase?.on ?? [],
            score: fit + AFFINITY * near,
            likeness,
            near: nearOf(intent.slug, phrase?.on ?? [], likeness),
            leads,
            shape,
            waste: SHAPE.unusedSaid * unused(tool, shape),
            isOfScraps: unused(tool, shape) > 0 && !takesText(tool),
          },
        ]
      // No words but an order ask for a write.
      if (tool.writes)
        return [
          {
            intent,
            phrase: NO_PHRASE,
            on: [],
            score: 0,
            likeness,
            near: likeness,
            leads: false,
            shape,
            waste: 0,
            isOfScraps: false,
          },
        ]
      const score = Math.max(near < 0.5 ? 0 : AFFINITY_ALONE * near, LIKENESS.alone + likeness)
      return [
        {
          intent,
          phrase: NO_PHRASE,
          on: clause ?? [],
          score,
          likeness,
          near: likeness,
          leads,
          shape,
          waste: SHAPE.unused * unused(tool, shape),
          isOfScraps: false,
        },
      ]
    })
    .sort((a, b) => withLikeness(b) - withLikeness(a))
}

/** How well the form of the input fits the outcome that it fits best. */
const bestShape = ({ input }: Known, tools: ReadonlyMap<string, Tool>) =>
  Math.max(0, ...[...readingsOf(input, tools)].map(([slug, { fit }]) => (tools.get(slug)?.writes === true ? 0 : fit)))

const takesText = ({ takes, required, either }: Tool) =>
  [...required, ...either].some((field) => isText(takes[field] ?? ''))

/** What a phrase counts that rests on the names of members, where the outcome takes little else of them. */
const phraseScore = (phrase: Scored | undefined, shape: number) =>
  phrase === undefined
    ? 0
    : phrase.score *
      (phrase.phrase.atoms.some((atom) => atom.kind === 'members' && !atom.isAbsent)
        ? 1 - ((1 - SHAPE.byMembers) * (1 - shape)) / (1 + phrase.on.length)
        : 1)

/** The score with which a candidate is ranked. */
export const withLikeness = ({
  score,
  likeness,
  shape,
  waste,
}: Pick<Scored, 'score' | 'likeness' | 'shape' | 'waste'>) =>
  score + LIKENESS.rank * likeness + SHAPE.rank * shape - waste

/** Whether a phrase fits within one part of the goal: a write is not put together from several. */
const isOneWish = (intent: Scored['intent'], evidence: Evidence) =>
  fitsOf(intent, evidence, []).some(({ on }) => on.every(({ clause }) => clause === on[0]?.clause))

type LikeClause = { start: number; end: number; like: ReadonlyMap<string, number> }

/** The outcomes that are most like a part of the goal, with the words of that part. */
function leadersOf(known: Known, clauses: readonly LikeClause[]): ReadonlyMap<string, readonly Mention[]> {
  const led = new Map<string, readonly Mention[]>()
  for (const clause of clauses) {
    const [best] = [...clause.like].sort((a, b) => b[1] - a[1])
    if (best === undefined || best[1] < LIKENESS.lead) continue
    const on = [...known.read.mentions.values()]
      .flat()
      .filter(({ start, end, isNegated }) => !isNegated && start >= clause.start && end <= clause.end)
    led.set(best[0], on)
  }
  return led
}

/** How well an outcome takes the input by its form: 0 for what writes, of which no input is an order. */
const shapeOf = (tool: Tool, { input }: Known, tools: ReadonlyMap<string, Tool>) =>
  tool.writes ? 0 : readingOf(tool, input, tools).fit

/** What the name of a language, currency or zone adds for an outcome that takes one. */
const NAMED = 0.1

const NO_PHRASE: Scored['phrase'] = { atoms: [], weight: 0, source: '' }
