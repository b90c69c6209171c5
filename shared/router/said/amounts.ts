import { COUNTERS } from '../values/number-words.rules.ts'
import { type Dimension, ordinalBefore, type Quantity } from '../values/quantities.ts'
import { pastIn, periodIn } from '../values/recent.ts'
import { findWords, noted } from './patterns.ts'
import { inSameUnit } from './same-unit.ts'
import { choice, type Way } from './ways.ts'

const FILLERS = String.raw`(?:[\s:=#]+(?:is|are|was|of|to|at|on|in|by|with|be|only|exactly|about|still|just|the|a|an|number|no\.?|nr\.?|numero|ist|sind|von|bei|auf|es|est|de|del|des|la|le|el|at most|no more than|up to|max(?:imum)?|hochstens|maximal|au plus|como mucho|under|over|bis|sur|para|pour|for|fur))*[\s:=#~<>≤$]*$`
const WITHIN = String.raw`^[\s-]{0,2}(?:[\p{L}'’&.-]+[\s-]+){0,`

const stands = (words: string, around: readonly [string, string], text: string) =>
  findWords(words, text, around) !== null
const isAfter = (words: string, { before }: Quantity) => stands(words, ['', FILLERS], before)
const isBefore = (words: string, { after }: Quantity, gap = 1) => stands(words, [`${WITHIN}${gap}}?`, ''], after)

/** What limits or ranks, beside a number of things. */
const LIMITS =
  'top|best|first|newest|latest|last|limit(?: of| to)?|at most|no more than|not more than|up to|max(?:imum)?(?: of)?|maximally|only|just|no over|under|beste[nr]?|ersten|letzten|neuesten|hochstens|maximal|bis zu|nur|primer[oa]s|ultim[oa]s|mejores|como mucho|como maximo|hasta|solo|premiers?|derniers?|meilleurs|au plus|au maximum|seulement|前|最多|只要|最新|最近'
const RANKS =
  '(?:are |is )?(?:latest|newest|most recent|best|top|first|biggest|largest|freshest|enough|at most|max(?:imum)?|tops|or fewer|or less|only|from|off|out of|derniere?s?|meilleure?s?|premiere?s?|ultim[oa]s|mejores|primer[oa]s|mas recientes|neue?ste[nrs]?|letzte[nrs]?|beste[nrs]?|ersten|aktuellste[nrs]?|hochstens|maximal|au plus|maximum|au maximum|como mucho|como maximo)'
/** What a number names, rather than counts. */
const NAMES =
  'version|v|revision|page|seite|pagina|block|port|status|http|step|error|number|nr|no|seed|rank|since|until|by|form'
/** By what words any list is counted. */
const THINGS =
  'results?|hits?|items?|entries|rows?|matches|of (?:them|those|these)|ones|records|ergebnisse?n?|treffer|eintrage?n?|resultados?|entradas|resultats?|elements'

const COUNTED = new RegExp(`^\\s?(?![代跳点份步层次])${COUNTERS}`, 'u')

/** How many of something there are to be: "the 25 latest transfers", "top ten". */
export const count = (nouns: string): Way => {
  noted(nouns)
  const words = `${nouns}|${THINGS}`
  return {
    family: 'count',
    read: ({ quantities }, isClear) => {
      const things = quantities().filter(
        (one) => one.dimension === null && Number.isInteger(one.value) && !isAfter(NAMES, one),
      )
      const named = things.find((one) => isBefore(words, one, 3) || (one.value > 1 && COUNTED.test(one.after)))
      const ranked = (one: Quantity) =>
        stands(LIMITS, ['', String.raw`(?:\s(?:the|my|our|die|den|las?|los|les|mes))?[\s:=]*$`], one.before) ||
        stands(RANKS, [String.raw`^\s*`, ''], one.after)
      return (named ?? (isClear ? undefined : things.find(ranked)))?.value
    },
  }
}

/** A number that one of these nouns names, before or after it: "burst of 10", "twenty bins", "the second version". */
export const number = (
  nouns: string,
  { of = [null], per = 1 }: { of?: readonly (Dimension | null)[]; per?: number } = {},
): Way => {
  noted(nouns)
  return {
    family: `number ${nouns}`,
    read: ({ quantities, text }) => {
      const found = quantities().filter(({ dimension }) => of.includes(dimension))
      const one =
        found.find((each) => isAfter(nouns, each)) ??
        found.find((each) => isBefore(nouns, each)) ??
        found.find(({ dimension }) => dimension === 'times')
      return one === undefined ? ordinalBefore(text, nouns) : one.value / per
    },
  }
}

type Measure = {
  /** Smallest units (milliseconds, cents, bytes) in one of the field's. */
  per?: number
  /** What stands before it or after it. */
  after?: string
  before?: string
  /** Whether it is meant though none of them stands there. */
  isSure?: boolean
}

/** How much of a dimension: "80 words", "for two days", "at most 4 KiB". */
export const measure = (
  of: Dimension | readonly (Dimension | null)[],
  { per = 1, after, before, isSure = false }: Measure = {},
): Way => {
  const dimensions = typeof of === 'string' ? [of] : of
  for (const words of [after, before]) if (words !== undefined) noted(words)
  return {
    family: `measure ${dimensions.join(' ')}`,
    read: ({ quantities, text }) => {
      const found = quantities().filter(({ dimension }) => dimensions.includes(dimension))
      const one =
        [...found, ...inSameUnit(quantities(), text, dimensions)].find(
          (each) =>
            (after !== undefined && stands(after, ['', String.raw`(?:\s+\p{L}+){0,2}?${FILLERS}`], each.before)) ||
            (before !== undefined && isBefore(before, each, 2)),
        ) ?? (isSure ? found[0] : undefined)
      return one === undefined ? undefined : Math.round((one.value / per) * 1e6) / 1e6
    },
  }
}

/** The lesser or the greater of two amounts that a goal gives of one dimension, where a field stands for each. */
export const ofTwo = (dimension: Dimension, which: 'lesser' | 'greater'): Way => ({
  family: `${which} ${dimension}`,
  read: ({ quantities, text }) => {
    const values = [
      ...quantities().filter((one) => one.dimension === dimension),
      ...inSameUnit(quantities(), text, [dimension]),
    ].map(({ value }) => value)
    return new Set(values).size === 2 ? (which === 'lesser' ? Math.min : Math.max)(...values) : undefined
  },
})

/** The family of fields that say how far back something looks. */
export const PAST = 'past'

/** How far back: "the last three days", "this week". */
export const past = (per: number): Way => ({
  family: PAST,
  read: ({ text, quantities }) => {
    const found = pastIn(text, quantities())
    return found === undefined || found < per ? undefined : Math.round(found / per)
  },
})

/** The period of a rate: "per minute". */
export const period = (per: number): Way => ({
  family: 'period',
  read: ({ text, quantities }) => {
    const found = periodIn(text, quantities())
    return found === undefined ? undefined : Math.round(found / per)
  },
})

/** The shortest of some periods in which what a goal says of the past lies. */
export const pastChoice = (
  choices: readonly (readonly [string, number])[],
  ...others: readonly (readonly [string, string])[]
): Way => {
  const other = choice(Object.fromEntries(others))
  return {
    family: PAST,
    read: (part, isClear) => {
      const found = pastIn(part.text, part.quantities())
      return found === undefined ? other.read(part, isClear) : choices.find(([, most]) => found <= most)?.[0]
    },
  }
}
