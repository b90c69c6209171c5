import { dayIn, monthIn, startIn } from '../values/days.ts'
import { COUNTERS } from '../values/number-words.rules.ts'
import type { Dimension, Quantity } from '../values/quantities.ts'
import { ordinalBefore } from '../values/quantities.ts'
import { pastIn, periodIn } from '../values/recent.ts'
import type { Part } from './parts.ts'
import { isNegated, noted, wordsPattern } from './patterns.ts'

/** How a goal says what a field is to be. */
export type Way = {
  /** Fields of one family may be meant by the same words. */
  family: string
  /** Returns what a part of a goal says; undefined where it says nothing. `isClear` wants it said beyond doubt. */
  read: (part: Part, isClear: boolean) => unknown
}

const FILLERS = String.raw`(?:[\s:=#]+(?:is|are|was|of|to|at|on|in|by|with|be|only|exactly|about|still|just|the|a|an|number|no\.?|nr\.?|numero|ist|sind|von|bei|auf|es|est|de|del|des|la|le|el|at most|no more than|up to|max(?:imum)?|hochstens|maximal|au plus|como mucho|under|over|bis|sur|para|pour|for|fur))*[\s:=#~<>≤$]*$`
const WITHIN = String.raw`^[\s-]{0,2}(?:[\p{L}'’&.-]+[\s-]+){0,`

const stands = (pattern: string, around: readonly [string, string], text: string) => {
  const found = wordsPattern(pattern, around)
  found.lastIndex = 0
  return found.test(text)
}
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
    read: ({ quantities }) => {
      const found = quantities().filter(({ dimension }) => dimensions.includes(dimension))
      const one =
        found.find(
          (each) =>
            (after !== undefined && stands(after, ['', String.raw`(?:\s+\p{L}+){0,2}?${FILLERS}`], each.before)) ||
            (before !== undefined && isBefore(before, each, 2)),
        ) ?? (isSure ? found[0] : undefined)
      return one === undefined ? undefined : Math.round((one.value / per) * 1e6) / 1e6
    },
  }
}

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

/** One of some values, by the words for each (patterns); the first that is said and not said not to be. */
export const choice = (rows: Readonly<Record<string, string>>): Way => {
  for (const words of Object.values(rows)) noted(words)
  return {
    family: `choice ${Object.keys(rows).join(' ')}`,
    read: ({ text }) => Object.entries(rows).find(([, words]) => isSaid(words, text))?.[0],
  }
}

const isSaid = (words: string, text: string) =>
  [...text.matchAll(wordsPattern(words))].some(({ index, 0: found }) => !isNegated(text, index, index + found.length))

/** Yes or no: by the words for it, which a negation turns round, and by words for the contrary. */
export const flag = (on: string, off?: string): Way => {
  noted(on)
  if (off !== undefined) noted(off)
  return {
    family: `flag ${on}`,
    read: ({ text }) => {
      if (off !== undefined && wordsPattern(off).exec(text) !== null) {
        wordsPattern(off).lastIndex = 0
        return false
      }
      const found = [...text.matchAll(wordsPattern(on))]
      if (found.length === 0) return undefined
      return found.some(({ index, 0: said }) => !isNegated(text, index, index + said.length))
    },
  }
}
/** A switch that is on of itself: off by words against it, or where what it does is said not to be. */
export const unless = (on: string, off?: string): Way => {
  const both = flag(on, off)
  return { family: both.family, read: (part, isClear) => (both.read(part, isClear) === false ? false : undefined) }
}

const LINK = String.raw`(?:[\s:=]+(?:is|are|was|be|will be|should be|ist|sei|es|est|named|called|namens|llamad[oa]|nomme|the|agent|von|of|de|der|den)(?![a-z0-9-]))*[\s:=]*["'“„«‘]?`

/** An identifier after one of these words: "the key will be refund-88", "as agent scout-4". */
export const id = (after: string, form = String.raw`[\w@][\w.:/@#-]*\w`): Way => {
  noted(after)
  return {
    family: `id ${after}`,
    read: ({ all, raw }) => {
      for (const { index, 0: lead } of all.matchAll(wordsPattern(after, ['', LINK]))) {
        const start = index + lead.length
        const word = new RegExp(`^(?:${form})`, 'u').exec(raw.slice(start))?.[0]
        if (word === undefined) continue
        const isTold = /(?:[:="'“„«‘]|\b(?:named|called|namens|llamad[oa]|nomme))\s?$/.test(lead)
        if (isTold || /[\d_\-./@#]/.test(word)) return word.replace(/[.:]$/, '')
      }
      return undefined
    },
  }
}
/** What follows one of these words, up to the end of that part of the goal. */
export const phrase = (after: string, end = String.raw`[.;!?。；！？\n]|,\s|$`): Way => {
  noted(after)
  return {
    family: `phrase ${after}`,
    read: ({ all, raw }) => {
      for (const { index, 0: lead } of all.matchAll(wordsPattern(after, ['', String.raw`\s*[:=]?\s*["'“„«]?`]))) {
        const rest = raw.slice(index + lead.length)
        const said = rest
          .slice(0, rest.search(new RegExp(end, 'u')))
          .replace(/["'”“»\s]+$/, '')
          .trim()
        if (said.length > 1) return said
      }
      return undefined
    },
  }
}

/** The names that are listed after one of these words: "allowed commands: git status, git diff". */
export const listed = (after: string): Way => {
  const all = phrase(after, String.raw`[;!?。；！？\n]|\.\s|\.$|$`)
  return as(all, (text: string) =>
    text
      .split(/\s*[,、，]\s*(?:and |und |y |et )?|\s+(?:and|und|y|et)\s+/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
}

/** A day after one of these words; with `start`, a month or a year stands for its first day. */
export const date = (after: string, form: 'day' | 'start' | 'digits' = 'day'): Way => {
  noted(after)
  return {
    family: 'date',
    read: ({ all, known }) => {
      for (const { index, 0: lead } of all.matchAll(
        wordsPattern(after, ['', String.raw`[\s:]*(?:the |dem |den |el |la |le |du |on )?`]),
      )) {
        const rest = all.slice(index + lead.length, index + lead.length + 28)
        const head = rest.split(/\b(?:to|until|till|and|bis|hasta|au)\b/)[0] ?? rest
        const found =
          form === 'start'
            ? startIn(head, known.now)
            : (dayIn(head, known.now) ?? (form === 'digits' ? monthIn(head) : undefined))
        if (found !== undefined && all.slice(index + lead.length).search(/\d|\p{L}/u) < 4) return found
      }
      return undefined
    },
  }
}

/** The first of several ways that says something. */
export const any = (...ways: readonly Way[]): Way => ({
  family: ways[0]?.family ?? '',
  read: (part, isClear) => {
    for (const way of ways) {
      const said = way.read(part, isClear)
      if (said !== undefined) return said
    }
    return undefined
  },
})

/** A way of its own. */
export const own = (family: string, read: (part: Part) => unknown): Way => ({ family, read })

/** What a way says, turned into another value. */
export const as = (way: Way, turn: (said: never) => unknown): Way => ({
  family: way.family,
  read: (part, isClear) => {
    const said = way.read(part, isClear)
    // Safe: the caller knows what its way says.
    return said === undefined ? undefined : turn(said as never)
  },
})
