import type { Mention, ReadGoal } from '../goal/read-goal.ts'
import type { Atom, Intent, Phrase } from './phrases.ts'

/** What the atoms of a phrase are held against. */
export type Evidence = {
  goal: ReadGoal
  /** Whether goal or input holds a value of the type. */
  has: (type: string) => boolean
  /** Whether the input is a JSON object with this member. */
  hasMember: (name: string) => boolean
}

/** An intent that a goal may have, with the words that say so. */
export type Scored = {
  intent: Intent
  score: number
  phrase: Phrase
  /** The mentions its best phrase rests on. */
  on: readonly Mention[]
  /** How like the goal is to the outcome by all words, from 0 to 1: see likeness.ts. */
  likeness: number
  /** The same for the part of the goal in which the words stand that say so, if that is more. */
  near: number
  /** Whether it is what a part of the goal is most like. */
  leads: boolean
  /** How well the form of the input fits it, from 0 to 1: see shapes/read-by-shape.ts. */
  shape: number
  /** What it is ranked lower for leaving data unused that another outcome takes. */
  waste: number
  /** Whether it would take no more than a scrap of such data. */
  isOfScraps: boolean
}

/** Each further phrase that also fits, on words of its own, adds this; at most thrice. */
const FURTHER = 0.04
const RESPELT = 0.94
/** A phrase whose words stand in several sentences of a short goal is believed less. */
const APART = 0.86

/** Returns the intents a goal may have, best first. */
export function scoreIntents(all: readonly Intent[], evidence: Evidence): Scored[] {
  return all
    .flatMap((intent) => {
      const fits = fitsOf(intent, evidence, [])
      const [best, ...others] = fits.sort((a, b) => b.score - a.score || b.on.length - a.on.length)
      if (best === undefined) return []
      let further = 0
      const used = [...best.on]
      for (const { on } of others) {
        if (further === 3) break
        if (on.length > 0 && on.every((mention) => !used.some((other) => overlap(mention, other)))) {
          used.push(...on)
          further++
        }
      }
      return [
        {
          intent,
          score: best.score + FURTHER * further,
          phrase: best.phrase,
          on: used,
          likeness: 0,
          near: 0,
          leads: false,
          shape: 0,
          waste: 0,
          isOfScraps: false,
        },
      ]
    })
    .sort((a, b) => b.score - a.score)
}

/** Returns the ways in which an intent fits, preferring words that are not explained yet. */
export const fitsOf = (intent: Intent, evidence: Evidence, explained: readonly Mention[]) =>
  intent.phrases.flatMap((phrase) => {
    const on = mentionsOf(phrase, evidence, explained)
    if (on === null) return []
    return [
      {
        phrase,
        on,
        score: phrase.weight * (on.some(({ isRespelt }) => isRespelt) ? RESPELT : 1) * (isApart(on) ? APART : 1),
      },
    ]
  })

const isApart = (on: readonly Mention[]) => on.some(({ part }) => part !== on[0]?.part)

export const overlap = (a: Mention, b: Mention) => a.start < b.end && b.start < a.end

/** Returns the mentions that a phrase rests on; null when it does not fit. */
function mentionsOf({ atoms }: Phrase, evidence: Evidence, explained: readonly Mention[]): Mention[] | null {
  for (const atom of atoms) if (!holdsOutside(atom, evidence)) return null
  const wanted = atoms.filter((atom) => atom.kind === 'mention')
  if (wanted.length === 0) return []
  const candidates = wanted.map(({ keys }) =>
    keys
      .flatMap((key) => evidence.goal.mentions.get(key) ?? [])
      .filter(({ isNegated }) => !isNegated)
      .sort((a, b) => a.start - b.start),
  )
  const isFresh = (mention: Mention) => (explained.some((other) => overlap(mention, other)) ? 1 : 0)
  if (explained.length > 0) for (const list of candidates) list.sort((a, b) => isFresh(a) - isFresh(b))
  if (candidates.some((list) => list.length === 0)) return null
  // What stands closest together belongs together: one part of the goal, then one sentence by its stops.
  for (const group of ['clause', 'part'] as const)
    for (const at of new Set(candidates[0]?.map((mention) => mention[group]))) {
      const found = distinct(candidates.map((list) => list.filter((mention) => mention[group] === at).slice(0, 8)))
      if (found !== null) return found
    }
  const sentences = new Set(candidates[0]?.map(({ sentence }) => sentence))
  for (const sentence of sentences) {
    const found = distinct(
      candidates.map((list) => list.filter((mention) => mention.sentence === sentence).slice(0, 8)),
    )
    if (found !== null) return found
  }
  return null
}

function holdsOutside(atom: Atom, { goal, has, hasMember }: Evidence): boolean {
  if (atom.kind === 'type') return has(atom.type) !== atom.isAbsent
  if (atom.kind === 'members') return atom.names.every(hasMember) !== atom.isAbsent
  if (atom.kind === 'absent')
    return atom.keys.every((key) => (goal.mentions.get(key) ?? []).every(({ isNegated }) => isNegated))
  return true
}

/** Picks one mention for each atom so that no two share a word; at most eight a list, so it ends soon. */
function distinct(lists: readonly (readonly Mention[])[], from = 0, used: readonly Mention[] = []): Mention[] | null {
  const list = lists[from]
  if (list === undefined) return [...used]
  for (const mention of list) {
    if (used.some((other) => overlap(mention, other))) continue
    const rest = distinct(lists, from + 1, [...used, mention])
    if (rest !== null) return rest
  }
  return null
}
