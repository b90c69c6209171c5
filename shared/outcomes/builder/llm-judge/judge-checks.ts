import { readNumber } from '#shared/engines/facts/read-number.ts'
import { countWords } from '#shared/engines/page/count-words.ts'
import { rougeL } from '#shared/engines/text/rouge.ts'

/** What code can tell of a candidate, whoever judges it. */
export type Checks = {
  json_valid: boolean | null
  /** Words. */
  length: number
  rouge_l_vs_reference: number | null
  numbers_match: number | null
  refusal: boolean
}

const REFUSAL =
  /^\W{0,3}(?:i(?:'|’)?m sorry|i am sorry|sorry, (?:but )?i|i can(?:not|(?:'|’)t)|i(?:'|’)?m (?:not able|unable)|as an ai\b|i am (?:not able|unable))/i
const NUMBER = /-?\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/g

/** Signals of a candidate. `json_valid` is null where neither the task nor the candidate is about JSON. */
export function judgeChecks(task: string, candidate: string, reference: string | undefined): Checks {
  const looksJson = /^\s*[[{]/.test(candidate)
  return {
    json_valid: looksJson || /\bjson\b/i.test(task) ? isJson(candidate) : null,
    length: countWords(candidate, null),
    rouge_l_vs_reference: reference === undefined ? null : Math.round(1_000 * rougeL(candidate, reference)) / 1_000,
    numbers_match: reference === undefined ? null : numbersMatch(candidate, reference),
    refusal: REFUSAL.test(candidate),
  }
}

/** Limits a task states in words of its own: `at most 50 words`. Null where it states none. */
export function keepsLimit(task: string, words: number): boolean | null {
  const [, most] =
    /\b(?:at most|no more than|up to|under|fewer than|less than|max(?:imum)?(?: of)?|within)\s+(\d{1,5})\s+words?\b/i.exec(
      task,
    ) ?? []
  return most === undefined ? null : words <= Number(most)
}

/** The share of the reference's numbers that the candidate has; null when it has none. */
function numbersMatch(candidate: string, reference: string): number | null {
  const wanted = numbersIn(reference)
  if (wanted.size === 0) return null
  const there = numbersIn(candidate)
  return Math.round((1_000 * [...wanted].filter((number) => there.has(number)).length) / wanted.size) / 1_000
}

const numbersIn = (text: string) => new Set((text.match(NUMBER) ?? []).map((said) => readNumber(said) ?? said))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
