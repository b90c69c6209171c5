import { dayIn, monthIn, startIn } from '../values/days.ts'
import type { Part } from './parts.ts'
import { findWords, isNegated, noted, wordsPattern } from './patterns.ts'

/** How a goal says what a field is to be. */
export type Way = {
  /** Fields of one family may be meant by the same words. */
  family: string
  /** Returns what a part of a goal says; undefined where it says nothing. `isClear` wants it said beyond doubt. */
  read: (part: Part, isClear: boolean) => unknown
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
      if (off !== undefined && findWords(off, text) !== null) return false
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

/** A sentence that asks or supposes something, and words before something that is not so yet. */
const ASKED =
  /^\s*(?:is|are|has|have|had|was|were|did|do|does|who|whether|should|shall|must|can|could|would|ist|sind|hat|haben|wurde|soll|muss|kann|esta|ha|han|debo|debe|est-ce|a-t-(?:il|elle)|faut-il|dois-je)(?![a-z]).*\?|[吗么]\s*[?？]?\s*$|か\s*[?？。]?\s*$/su
const NOT_YET =
  /(?<![a-z])(?:if|once|when|until|unless|after|before|whether|not yet|(?:must|should|needs? to|has to|have to|will|can|may|to) (?:first )?(?:be|have|do|get)|wenn|falls|sobald|bevor|bis|muss|soll|si|cuando|hasta que|debe|quand|lorsque|avant|doit)(?: \S+){0,3} ?$/u

/** Yes or no as `flag`, but only where the goal states it: what it asks, supposes or demands is not so. */
export const told = (on: string, off?: string): Way => {
  const way = flag(on, off)
  return {
    family: way.family,
    read: (part, isClear) => {
      const sentences = part.text.match(/[^.;!?:。；！？：\n]+(?:[.;!?:。；！？：\n]+|$)/gu) ?? []
      const stated = sentences.filter((sentence) => {
        const found = findWords(on, sentence)
        return found === null || !(ASKED.test(sentence) || NOT_YET.test(sentence.slice(0, found.index)))
      })
      return way.read({ ...part, text: stated.join(' ') }, isClear)
    },
  }
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
