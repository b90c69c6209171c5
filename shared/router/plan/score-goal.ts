import { clausesOf } from '../goal/clauses.ts'
import type { Mention } from '../goal/read-goal.ts'
import { affinity } from '../intents/affinity.ts'
import { likenessTo } from '../intents/likeness.ts'
import { intents } from '../intents/phrases.ts'
import { type Evidence, fitsOf, type Scored, scoreIntents } from '../intents/score-intents.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'
import { LIKENESS } from './weights.ts'

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
const SHAPE = 0.6
const SHAPE_MEMBER = 0.05

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
  return all
    .flatMap((intent): Scored[] => {
      const tool = tools.get(intent.slug)
      if (tool === undefined) return []
      const phrase = tool.writes && !isOneWish(intent, evidence) ? undefined : byPhrase.get(intent.slug)
      const shape = shapeScore(tool, known)
      const near = affinity(intent, all, evidence)
      const fit = Math.max(phrase?.score ?? 0, shape)
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
          },
        ]
      // No words but an order ask for a write.
      if (tool.writes) return [{ intent, phrase: NO_PHRASE, on: [], score: 0, likeness, near: likeness, leads: false }]
      const score = Math.max(near < 0.5 ? 0 : AFFINITY_ALONE * near, LIKENESS.alone + likeness)
      return [{ intent, phrase: NO_PHRASE, on: clause ?? [], score, likeness, near: likeness, leads }]
    })
    .sort((a, b) => withLikeness(b) - withLikeness(a))
}

/** The score with which a candidate is ranked. */
export const withLikeness = ({ score, likeness }: Pick<Scored, 'score' | 'likeness'>) =>
  score + LIKENESS.rank * likeness

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

/** How well the members of a JSON input name the inputs of an outcome: 0 unless they name nothing else and all it needs. */
function shapeScore(tool: Tool, { input: { members } }: Known): number {
  const names = Object.keys(members)
  const named = names.filter((name) => tool.fields.has(name))
  if (named.length === 0 || named.length < 0.75 * names.length || tool.writes) return 0
  const needed = tool.required.filter((field) => STRUCTURED.has(tool.takes[field] ?? ''))
  if (!needed.every((field) => named.includes(field))) return 0
  if (tool.either.length > 0 && !tool.either.some((field) => named.includes(field))) return 0
  if (needed.length === 0 && tool.either.length === 0 && named.length < 2) return 0
  return SHAPE + SHAPE_MEMBER * Math.min(4, named.length)
}

/** What the name of a language, currency or zone adds for an outcome that takes one. */
const NAMED = 0.1

const NO_PHRASE: Scored['phrase'] = { atoms: [], weight: 0, source: '' }
