import { fold } from '../goal/fold.ts'
import type { Known } from '../values/known.ts'
import * as rules from './topic.rules.ts'

/** A goal as patterns read it: folded, its misspelt words as they are meant; `at` holds where each character stands in the goal. */
export type Spoken = { text: string; at: readonly number[] }

/** Stands for each character of a quotation or an address, which no pattern looks into. */
export const SEALED = 'ƿ'

/** Words of the patterns: they are not misspelt. */
const WORDS: ReadonlySet<string> = new Set(JSON.stringify(Object.values(rules)).match(/\p{L}{3,}/gu))

const made = new WeakMap<Known['read'], Spoken>()

/** Returns the goal as patterns read it, with what is quoted sealed. Linear in its length. */
export function spokenOf(known: Known): Spoken {
  const spoken = made.get(known.read) ?? speak(known)
  made.set(known.read, spoken)
  return spoken
}

function speak({ goal, read, quotations, values }: Known): Spoken {
  const seals = [
    ...quotations,
    ...values.filter(({ from, type }) => from === 'goal' && (type === 'url' || type === 'json')),
  ]
  const sealed = new Set(seals.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)))
  const respelt = new Map(
    read.respelt.filter(({ start, end }) => !WORDS.has(fold(goal.slice(start, end)))).map((one) => [one.start, one]),
  )
  const chars: string[] = []
  const at: number[] = []
  const add = (said: string, place: number) => {
    for (const char of said) {
      chars.push(char.length === 1 ? char : SEALED)
      at.push(place)
    }
  }
  for (let place = 0; place < goal.length;) {
    const other = sealed.has(place) ? undefined : respelt.get(place)
    if (other !== undefined && other.end > place) {
      add(other.word, place)
      place = other.end
      continue
    }
    const char = goal[place] ?? ''
    add(sealed.has(place) ? SEALED : /\s/.test(char) ? (char === '\n' ? '\n' : ' ') : fold(char) || char, place)
    place++
  }
  at.push(goal.length)
  return { text: chars.join(''), at }
}
