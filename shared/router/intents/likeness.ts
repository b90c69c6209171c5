import { termsOf } from '#shared/engines/match/terms.ts'

import { wordsOf } from '../goal/fold.ts'
import { conceptsOf, lexicon } from '../goal/lexicon.ts'
import type { Mention } from '../goal/read-goal.ts'
import { evidenceOf } from '../plan/evidence.ts'
import type { Tool } from '../tool.ts'
import { type Known, readAll } from '../values/known.ts'
import { LIKENESS } from '../plan/weights.ts'
import { readExamples } from './examples.ts'
import { type Nearest, nearestOf, type Saying } from './nearest.ts'
import { intents } from './phrases.ts'
import type { Evidence } from './score-intents.ts'
import { NONE, wordings, wordsIn } from './wordings.ts'

/** What a goal or an outcome is made of: stems, `@concept`, `<type>` and `{member}`, each with how often it occurs. */
type Features = ReadonlyMap<string, number>
type Document = { features: Features; norm: number }
type Index = {
  documents: ReadonlyMap<string, Document>
  rarity: ReadonlyMap<string, number>
  unknown: number
  types: readonly string[]
  nearest: Nearest
}

/** How much the parts of a declaration weigh: its name, its description, the names of its fields, words of its phrases. */
const [NAME, ABOUT, FIELD, PHRASE, CONCEPT] = [3, 2, 0.5, 1.5, 2]
const [TAKEN, TYPE, EXAMPLE] = [2, 1.5, 1]
const WORDING = 1
/** BM25: how soon repeats stop counting, and how much length counts. */
const [K1, B] = [1.2, 0.3]
/** Types that say nothing about what is wanted with the value. */
const VAGUE = new Set(['json', 'quoted', 'text[]', 'text', 'number', 'transforms'])

const indexes = new WeakMap<ReadonlyMap<string, Tool>, Index>()

/**
 * How like a goal is to each outcome, from 0 to 1: the share of its words and types of values, weighed by how rare they
 * are, that the outcome's declaration, its phrases and examples of goals for it have too. With `within`, the words of
 * that part of the goal alone.
 */
export function likenessTo(
  tools: ReadonlyMap<string, Tool>,
  known: Known,
  evidence: Evidence,
  within?: Pick<Mention, 'start' | 'end'>,
): ReadonlyMap<string, number> {
  const index = indexOf(tools)
  const features = featuresOf(known, evidence, index.types, within)
  const weights = [...features.keys()].map((key) => [key, index.rarity.get(key) ?? index.unknown] as const)
  const most = weights.reduce((sum, [, weight]) => sum + weight, 0)
  const nearest = index.nearest(wordsIn(known.read, within))
  const share = within === undefined ? LIKENESS.nearest : LIKENESS.nearestInPart
  return new Map(
    [...index.documents].map(([slug, { features: own, norm }]) => {
      let sum = 0
      for (const [key, weight] of weights) {
        const count = own.get(key)
        if (count !== undefined) sum += (weight * count) / (count + norm)
      }
      return [slug, ((most === 0 ? 0 : sum / most) + share * (nearest.get(slug) ?? 0)) / (1 + share)]
    }),
  )
}

/**
 * How near the nearest wordings of what no outcome does are to a goal, or to a part of it, as a multiple of those of the
 * nearest outcome.
 */
export function nearnessToNone(
  tools: ReadonlyMap<string, Tool>,
  { read }: Known,
  within?: Pick<Mention, 'start' | 'end'>,
): number {
  const nearest = indexOf(tools).nearest(wordsIn(read, within))
  const best = Math.max(0, ...[...nearest].filter(([slug]) => slug !== NONE).map(([, near]) => near))
  return best === 0 ? 0 : (nearest.get(NONE) ?? 0) / best
}

function indexOf(tools: ReadonlyMap<string, Tool>): Index {
  const made = indexes.get(tools) ?? makeIndex(tools)
  indexes.set(tools, made)
  return made
}

function makeIndex(tools: ReadonlyMap<string, Tool>): Index {
  const drafts = new Map([...tools].map(([slug, tool]) => [slug, declared(tool)]))
  const types = [
    ...new Set([...drafts.values()].flatMap((own) => [...own.keys()].filter((key) => key.startsWith('<')))),
  ].map((key) => key.slice(1, -1))
  const sayings: Saying[] = [...wordings()]
  for (const { slugs, goal, input } of readExamples()) {
    const slug = slugs.length === 1 ? (slugs[0] ?? '') : ''
    const own = drafts.get(slug)
    if (own === undefined) continue
    const known = readAll(goal, input, EXAMPLES_READ_AT)
    for (const key of featuresOf(known, evidenceOf(known), types).keys()) add(own, key, EXAMPLE)
    sayings.push({ slug, features: wordsIn(known.read) })
  }
  for (const { slug, features } of wordings()) {
    const own = drafts.get(slug)
    if (own !== undefined) for (const key of features) add(own, key, WORDING)
  }
  const uses = new Map<string, number>()
  for (const own of drafts.values()) for (const key of own.keys()) uses.set(key, (uses.get(key) ?? 0) + 1)
  const rarityOf = (count: number) => Math.log(1 + (drafts.size - count + 0.5) / (count + 0.5))
  const lengths = new Map([...drafts].map(([slug, own]) => [slug, sum(own.values())]))
  const average = sum(lengths.values()) / Math.max(1, lengths.size)
  return {
    documents: new Map(
      [...drafts].map(([slug, features]) => [
        slug,
        { features, norm: K1 * (1 - B + (B * (lengths.get(slug) ?? 0)) / average) },
      ]),
    ),
    rarity: new Map([...uses].map(([key, count]) => [key, rarityOf(count)])),
    unknown: rarityOf(0),
    types,
    nearest: nearestOf(sayings.filter(({ slug }) => slug === NONE || tools.has(slug))),
  }
}

const EXAMPLES_READ_AT = new Date('2026-03-01T00:00:00Z')
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0)
const add = (to: Map<string, number>, key: string, weight: number) => to.set(key, (to.get(key) ?? 0) + weight)

/** What an outcome's declaration and its phrases say about it. */
function declared({ slug, title, about, fields, required, either, takes }: Tool): Map<string, number> {
  const own = new Map<string, number>()
  const say = (text: string, weight: number) => {
    for (const word of wordsOf(text)) {
      for (const concept of conceptsOf(word, lexicon())) add(own, `@${concept}`, weight / 2)
      for (const term of termsOf(word)) add(own, term, weight)
    }
  }
  say(slug.replaceAll('-', ' '), NAME)
  say(title, NAME)
  say(about, ABOUT)
  say([...fields].join(' ').replaceAll('_', ' '), FIELD)
  for (const field of fields) add(own, `{${field}}`, 1)
  for (const field of [...required, ...either]) {
    const type = takes[field]
    if (type !== undefined && !VAGUE.has(type)) own.set(`<${type}>`, TAKEN)
  }
  const atoms = intents()
    .filter((intent) => intent.slug === slug)
    .flatMap(({ phrases }) => phrases.flatMap((phrase) => phrase.atoms))
  const atLeast = (key: string, weight: number) => own.set(key, Math.max(own.get(key) ?? 0, weight))
  for (const atom of atoms) {
    if (atom.kind === 'type' && !atom.isAbsent && !VAGUE.has(atom.type)) atLeast(`<${atom.type}>`, TYPE)
    if (atom.kind !== 'mention') continue
    for (const key of atom.keys)
      if (key.startsWith('@')) atLeast(key, CONCEPT)
      else for (const term of termsOf(key)) atLeast(term, PHRASE)
  }
  return own
}

function featuresOf(
  { read, input }: Pick<Known, 'read' | 'input'>,
  { has }: Evidence,
  types: readonly string[],
  within?: Pick<Mention, 'start' | 'end'>,
): Features {
  const features = new Map<string, number>()
  for (const key of wordsIn(read, within)) features.set(key, 1)
  for (const name of Object.keys(input.members)) features.set(`{${name}}`, 1)
  for (const type of types) if (has(type)) features.set(`<${type}>`, 1)
  return features
}
