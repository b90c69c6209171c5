import { jensenShannon } from '#shared/engines/drift/statistics.ts'
import { textFeatures, wordsOf } from '#shared/engines/drift/text-features.ts'
import { roundTo4 } from './compare-dimensions.ts'
import type { Compared } from './identity.ts'
import type { IdentityVerdict } from './identity-verdict.ts'

type Delta = NonNullable<IdentityVerdict['behaviour_delta']>

/** Fewer samples on a side say nothing. */
export const FEWEST_SAMPLES = 20
const MOST_CHARS = 5_000

type Side = { meanLength: number; refusals: number; words: string[][] }

/**
 * How an agent answers, then and now: length, refusals, words. Two samples of one agent differ in their words too, by as
 * much as the halves of the baseline do; only what is beyond that counts as distance.
 */
export function behaviourDelta(
  before: readonly string[],
  after: readonly string[],
): { delta: Delta; compared: Compared } {
  const [was, is] = [sideOf(before), sideOf(after)]
  const js = divergence(was.words, is.words)
  const noise = divergence(
    was.words.filter((_, at) => at % 2 === 0),
    was.words.filter((_, at) => at % 2 === 1),
  )
  const lengthShift =
    was.meanLength === 0 ? (is.meanLength === 0 ? 0 : 1) : (is.meanLength - was.meanLength) / was.meanLength
  const refusalShift = is.refusals - was.refusals
  const beyond = noise >= 1 ? 0 : Math.max(0, js - noise) / (1 - noise)
  const distance = roundTo4(
    Math.min(1, Math.max(beyond, Math.abs(refusalShift), Math.min(1, Math.abs(lengthShift)) / 2)),
  )
  const delta = {
    length_shift: roundTo4(lengthShift),
    refusal_rate_shift: roundTo4(refusalShift),
    js_vocabulary: roundTo4(js),
    n: { baseline: before.length, current: after.length },
  }
  return {
    delta,
    compared: {
      name: 'behaviour',
      distance,
      status: distance === 0 ? 'same' : 'changed',
      evidence: `length ${percent(lengthShift)}, refusals ${percent(refusalShift)}, words ${delta.js_vocabulary} bits apart (${roundTo4(noise)} inside the baseline)`,
    },
  }
}

function sideOf(samples: readonly string[]): Side {
  const words = samples.map((text) => wordsOf(text.slice(0, MOST_CHARS)))
  const features = samples.map((text, at) => textFeatures(text.slice(0, MOST_CHARS), words[at] ?? []))
  const share = (count: number) => (samples.length === 0 ? 0 : count / samples.length)
  return {
    meanLength: share(samples.reduce((sum, text) => sum + text.length, 0)),
    refusals: share(features.filter(({ refusal }) => refusal === 'refusal').length),
    words,
  }
}

function divergence(one: readonly (readonly string[])[], other: readonly (readonly string[])[]): number {
  const places = new Map<string, number>()
  const counts = [one, other].map((texts) => {
    const row: number[] = []
    for (const words of texts)
      for (const word of words) {
        const at = places.get(word) ?? places.size
        places.set(word, at)
        row[at] = (row[at] ?? 0) + 1
      }
    return row
  })
  const [a = [], b = []] = counts.map((row) => Array.from({ length: places.size }, (_, at) => row[at] ?? 0))
  return places.size === 0 ? 0 : jensenShannon(a, b)
}

const percent = (share: number) => `${share >= 0 ? '+' : ''}${Math.round(share * 100)} %`
