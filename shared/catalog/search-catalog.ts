import { FAMILIES, STOP_WORDS } from '#shared/engines/match/synonyms.rules.ts'
import { relativesOf, termsOf } from '#shared/engines/match/terms.ts'
import { TextIndex } from '#shared/engines/match/text-index.ts'
import { eachInTurns } from '#shared/lib/concurrency/each-in-turns.ts'
import { nearestName } from '#shared/lib/names/nearest-name.ts'

import type { CatalogEntry } from './catalog.ts'
import { Vocabulary } from './vocabulary.ts'

type ForSale = ReadonlyMap<string, CatalogEntry>

/** What was searched for. */
export type CatalogQuery = {
  /** Words in any order. What is beyond `MOST_LETTERS` and `MOST_WORDS` is not read. */
  text: string
  /** Most hits to return. */
  limit: number
  /** Leaves out what costs more, in US cents. */
  maxCents?: number | undefined
  /** Leaves out what is in another pack. */
  pack?: string | undefined
}

export type CatalogHit = {
  entry: CatalogEntry
  /** 0 to 1: the share of the query that the entry answers. */
  score: number
  /** The words of the query that matched, without endings. */
  why: string[]
}

export type CatalogSearch = {
  /** Best first. */
  hits: CatalogHit[]
  /** How many entries matched, before `limit`. */
  total: number
  /** Words that were read as others: what was sent, and what it was read as. */
  corrected: Record<string, string>
}

/** Longest text, and most words beside those that say nothing, that are read: they bound the time of a search. */
const MOST_LETTERS = 200
const MOST_WORDS = 10
/** A hit that answers less of the query than this is left out. */
const FLOOR = 0.15
/** What of the score counts how much of the entry's name the query says. */
const NAMED = 0.25

/** The index is kept as long as the map it was made of, which is made once per process. */
const indexes = new WeakMap<ForSale, Promise<Index>>()

type Index = { index: TextIndex; words: Vocabulary }

/** Texts whose words are read in one turn of the event loop. */
const TEXTS_PER_TURN = 10

/**
 * Searches what is for sale: its slug, title, description, pack and input names, with synonyms, other endings and slips.
 * A slug, or a slip of one, comes first. Pure: the same query on the same catalog always has the same answer. No hits is an answer.
 * The first search of a catalog makes its index, during which the event loop turns; searches meanwhile wait for it.
 */
export async function searchCatalog(
  forSale: ForSale,
  { text, limit, maxCents, pack }: CatalogQuery,
): Promise<CatalogSearch> {
  const { index, words } = await indexOf(forSale)
  const sent = text.slice(0, MOST_LETTERS).toLowerCase()
  const meaningful = (sent.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !STOP_WORDS.has(word))
  const { said, corrected } = words.correct(meaningful.slice(0, MOST_WORDS))
  const need = said.join(' ')
  const named = slugIn(forSale, sent.trim())
  const found = index.search(need).flatMap(({ id, score, why }): CatalogHit[] => {
    const entry = forSale.get(id)
    if (entry === undefined || id === named) return []
    return [{ entry, why, score: (1 - NAMED) * score + NAMED * nameShare(id, need) }]
  })
  const first = named === null ? undefined : forSale.get(named)
  const hits = [
    ...(first === undefined ? [] : [{ entry: first, score: 1, why: termsOf(nameOf(first.outcome.slug)) }]),
    ...found.filter(({ score }) => score >= FLOOR).toSorted(byScore),
  ].filter(
    ({ entry }) =>
      (maxCents === undefined || entry.outcome.cents <= maxCents) && (pack === undefined || entry.pack.name === pack),
  )
  return { hits: hits.slice(0, limit), total: hits.length, corrected }
}

const byScore = (one: CatalogHit, other: CatalogHit) =>
  other.score - one.score ||
  one.entry.outcome.cents - other.entry.outcome.cents ||
  (one.entry.outcome.slug < other.entry.outcome.slug ? -1 : 1)

/** The slug that the whole text is, or is a slip of; null when it is none. */
function slugIn(forSale: ForSale, text: string): string | null {
  if (forSale.has(text)) return text
  return text.includes(' ') ? null : nearestName(text, [...forSale.keys()])
}

/** The share of a name that a need says, in these or related words. */
function nameShare(slug: string, need: string): number {
  const said = new Set(termsOf(need).flatMap((term) => [term, ...relativesOf(term)]))
  const name = termsOf(nameOf(slug))
  return name.length === 0 ? 0 : name.filter((term) => said.has(term)).length / name.length
}

const nameOf = (slug: string) => slug.replaceAll(/[-/]/g, ' ')

function indexOf(forSale: ForSale): Promise<Index> {
  const made = indexes.get(forSale) ?? makeIndex(forSale)
  indexes.set(forSale, made)
  return made
}

async function makeIndex(forSale: ForSale): Promise<Index> {
  const texts = [...forSale.values()].map(({ outcome, pack }) => ({
    id: outcome.slug,
    parts: [
      { text: nameOf(outcome.slug), weight: 3 },
      { text: outcome.title, weight: 2 },
      { text: outcome.description, weight: 1 },
      { text: pack.name.replace(/-pack$/, ''), weight: 0.5 },
      { text: Object.keys(outcome.input.shape).join(' ').replaceAll('_', ' '), weight: 0.25 },
    ],
  }))
  const index = new TextIndex()
  await eachInTurns(texts, (entry) => index.add(entry), TEXTS_PER_TURN)
  // Words of names come first: among words that are equally near they are meant more often.
  const known = [0, 1, 2].flatMap((part) => texts.map(({ parts }) => parts[part]?.text ?? ''))
  const synonyms = FAMILIES.map((family) => family.join(' '))
  const words = new Vocabulary()
  await eachInTurns([...known, ...synonyms], (text) => words.add(text), TEXTS_PER_TURN)
  return { index, words }
}
