import { affinity } from '../intents/affinity.ts'
import { intents } from '../intents/phrases.ts'
import { type Evidence, type Scored, scoreIntents } from '../intents/score-intents.ts'
import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'

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
  const byPhrase = new Map(scoreIntents(all, evidence).map((one) => [one.intent.slug, one]))
  return all
    .flatMap((intent): Scored[] => {
      const tool = tools.get(intent.slug)
      if (tool === undefined) return []
      const phrase = byPhrase.get(intent.slug)
      const shape = shapeScore(tool, known)
      const near = affinity(intent, all, evidence)
      const fit = Math.max(phrase?.score ?? 0, shape)
      if (fit > 0)
        return [{ intent, phrase: phrase?.phrase ?? NO_PHRASE, on: phrase?.on ?? [], score: fit + AFFINITY * near }]
      return near < 0.5 || tool.writes ? [] : [{ intent, phrase: NO_PHRASE, on: [], score: AFFINITY_ALONE * near }]
    })
    .sort((a, b) => b.score - a.score)
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

const NO_PHRASE: Scored['phrase'] = { atoms: [], weight: 0, source: '' }
