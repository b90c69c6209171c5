import { evened } from './evened.ts'
import { BUCKETS, RUNS, type Tokens, tokensOf } from './tokens.ts'
import type { Weights } from './weights.ts'
import { type Window, windowsOf } from './windows.ts'

/** A part of a folded text and how much its words are like those of injections; `phrases` say most of it. */
export type Likeness = {
  margin: number
  start: number
  end: number
  /** Words and marks in it. */
  tokens: number
  phrases: { start: number; end: number }[]
}

const PHRASES = 3

/** The last window each feature was counted in; shared by all texts, because making it takes longer than a short text. */
const seen = new Int32Array(BUCKETS)
let lastMark = 0

function nextMark(): number {
  if (lastMark === 0x7fffffff) {
    seen.fill(0)
    lastMark = 0
  }
  return (lastMark += 1)
}

/**
 * The windows of a folded text that are at least `from` alike and that the caller wants, the most alike first. Linear in
 * the text.
 */
export function likenessesIn(
  text: string,
  weights: Weights,
  from: number,
  isWanted: (part: Pick<Likeness, 'margin' | 'start' | 'end'>) => boolean = () => true,
): Likeness[] {
  const tokens = tokensOf(text)
  const placeOf = ({ first, after }: Window) => ({ start: tokens.start[first] ?? 0, end: tokens.end[after - 1] ?? 0 })
  return windowsOf(tokens)
    .map((window) => ({ window, margin: marginOf(tokens, window, weights) }))
    .filter(({ window, margin }) => margin >= from && isWanted({ margin, ...placeOf(window) }))
    .toSorted((a, b) => b.margin - a.margin || a.window.first - b.window.first)
    .map(({ window, margin }) => ({
      margin,
      ...placeOf(window),
      tokens: window.after - window.first,
      phrases: phrasesOf(tokens, window, weights),
    }))
}

/** Each feature counts once in a window, whose length is evened out. */
function marginOf({ from, features }: Tokens, { first, after }: Window, { values, scale, bias }: Weights): number {
  const mark = nextMark()
  let [sum, count] = [0, 0]
  for (let at = from[first] ?? 0, end = from[after] ?? 0; at < end; at += 1) {
    const feature = features[at] ?? 0
    if (seen[feature] === mark) continue
    seen[feature] = mark
    sum += values[feature] ?? 0
    count += 1
  }
  return bias + (scale * sum) / evened(count)
}

/** The runs of up to three tokens that weigh most, apart from each other, in the order of their weight. */
function phrasesOf(tokens: Tokens, { first, after }: Window, { values }: Weights): Likeness['phrases'] {
  const { from, features, start, end } = tokens
  const weightOf = (at: number) => values[features[at] ?? 0] ?? 0
  const single = (token: number) => {
    let sum = weightOf(from[token] ?? 0)
    for (let at = (from[token] ?? 0) + RUNS; at < (from[token + 1] ?? 0); at += 1) sum += weightOf(at)
    return sum
  }
  const ranked = Array.from({ length: after - first }, (_, nth) => first + nth)
    .map((token) => {
      const begins = Math.max(first, token - (RUNS - 1))
      let weight = 0
      for (let at = begins; at <= token; at += 1) weight += single(at)
      for (let at = begins + 1; at <= token; at += 1) weight += weightOf((from[at] ?? 0) + 1)
      if (token - begins === RUNS - 1) weight += weightOf((from[token] ?? 0) + 2)
      return { begins, token, weight }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.token - b.token)
  const kept: typeof ranked = []
  for (const one of ranked) {
    if (kept.length === PHRASES) break
    if (!kept.some(({ begins, token }) => begins <= one.token && one.begins <= token)) kept.push(one)
  }
  return kept.map(({ begins, token }) => ({ start: start[begins] ?? 0, end: end[token] ?? 0 }))
}
