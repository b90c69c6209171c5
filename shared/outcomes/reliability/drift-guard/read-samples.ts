import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { isObject, ownValue } from '#shared/engines/json/json-value.ts'
import { compareCounts, compareNumbers, type Compared } from './compare-samples.ts'
import { textFeatures, wordsOf } from '#shared/engines/drift/text-features.ts'

export const driftKinds = ['auto', 'numeric', 'categorical', 'text', 'records'] as const
export type DriftKind = (typeof driftKinds)[number]
export type Sample = readonly unknown[] | Readonly<Record<string, unknown>>

const MOST_FEATURES = 100
const VOCABULARY = 500

type Named = Compared & { name: string }

/** Every feature of both samples, compared, with what was left out. `kind` says how values are read. */
export function compareAll(
  baseline: Sample,
  current: Sample,
  kind: DriftKind,
  bins: number,
  wanted: readonly string[] | undefined,
): { features: Named[]; notes: string[] } {
  const [before, now] = [valuesOf(baseline), valuesOf(current)]
  const read = kind === 'auto' ? kindOf(baseline, current) : kind
  if (read === 'text' && before !== null && now !== null)
    return { features: compareTexts(before.map(textOf), now.map(textOf), bins), notes: [] }
  if (read !== 'records' || before === null || now === null) {
    return {
      features: [
        compareColumn(
          'value',
          before ?? baseline,
          now ?? current,
          read === 'numeric' ? 'numeric' : 'categorical',
          bins,
        ),
      ],
      notes: [],
    }
  }
  const names = wanted ?? [
    ...new Set([...before, ...now].flatMap((record) => (isObject(record) ? Object.keys(record) : []))),
  ]
  const notes =
    names.length > MOST_FEATURES
      ? [`Only the first ${MOST_FEATURES} of ${names.length} fields are compared; name others in features.`]
      : []
  const features = names.slice(0, MOST_FEATURES).map((name) => {
    const column = (records: readonly unknown[]) =>
      records.map((record) => (isObject(record) ? ownValue(record, name) : undefined))
    const [left, right] = [column(before), column(now)]
    const type = kindOf(left, right)
    if (type !== 'text') return compareColumn(name, left, right, type === 'numeric' ? 'numeric' : 'categorical', bins)
    const lengths = (values: readonly unknown[]) =>
      values.map((value) => (isMissing(value) ? null : textOf(value).length))
    return compareColumn(`${name}.length`, lengths(left), lengths(right), 'numeric', bins)
  })
  return { features, notes }
}

/** How values are read when nobody says: numbers, records, texts (mostly of 4 words and more), else categories. */
export function kindOf(baseline: Sample, current: Sample): Exclude<DriftKind, 'auto'> {
  const values = [...(valuesOf(baseline) ?? []), ...(valuesOf(current) ?? [])].filter((value) => !isMissing(value))
  if (valuesOf(baseline) === null || valuesOf(current) === null || values.length === 0) return 'categorical'
  if (values.every((value) => typeof value === 'number')) return 'numeric'
  if (values.every(isObject)) return 'records'
  const some = values.slice(0, 1_000)
  const wordy = some.filter(
    (value) => typeof value === 'string' && (value.length > 60 || value.trim().split(/\s+/).length >= 4),
  )
  return wordy.length > some.length / 2 ? 'text' : 'categorical'
}

/** Counts by category, as `{counts: {...}}` tells them; null when the sample is a list. */
export const countsOf = (sample: Sample): Readonly<Record<string, unknown>> | null => {
  const counts = Array.isArray(sample) || !isObject(sample) ? null : ownValue(sample, 'counts')
  return isObject(counts) ? counts : null
}

const valuesOf = (sample: Sample): readonly unknown[] | null => (Array.isArray(sample) ? sample : null)
const isMissing = (value: unknown) => value === null || value === undefined
const textOf = (value: unknown): string => (typeof value === 'string' ? value : canonicalJson(value ?? null))
const round = (share: number) => Math.round(share * 10_000) / 10_000

function compareColumn(
  name: string,
  baseline: Sample,
  current: Sample,
  kind: 'numeric' | 'categorical',
  bins: number,
): Named {
  if (kind === 'numeric') {
    const [before, now] = [numbersOf(baseline), numbersOf(current)]
    return {
      name,
      ...compareNumbers(before.values, now.values, bins, { baseline: before.missing, current: now.missing }),
    }
  }
  const [before, now] = [categoriesOf(baseline), categoriesOf(current)]
  return { name, ...compareCounts(before.counts, now.counts, { baseline: before.missing, current: now.missing }) }
}

function numbersOf(sample: Sample): { values: number[]; missing: number } {
  const all = valuesOf(sample) ?? []
  const values = all.flatMap((value) => {
    const number =
      typeof value === 'string' && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?\s*$/i.test(value)
        ? Number(value)
        : value
    return typeof number === 'number' && Number.isFinite(number) ? [number] : []
  })
  return { values, missing: all.length === 0 ? 0 : round(1 - values.length / all.length) }
}

function categoriesOf(sample: Sample): { counts: Map<string, number>; missing: number } {
  const given = countsOf(sample)
  if (given !== null)
    return { counts: new Map(Object.entries(given).map(([name, count]) => [name, Number(count)])), missing: 0 }
  const all = valuesOf(sample) ?? []
  const present = all.filter((value) => !isMissing(value))
  const counts = new Map<string, number>()
  for (const value of present) counts.set(textOf(value), (counts.get(textOf(value)) ?? 0) + 1)
  return { counts, missing: all.length === 0 ? 0 : round(1 - present.length / all.length) }
}

function compareTexts(baseline: readonly string[], current: readonly string[], bins: number): Named[] {
  const read = (texts: readonly string[]) => texts.map((text) => ({ text, words: wordsOf(text) }))
  const [before, now] = [read(baseline), read(current)]
  const measure = (texts: typeof before) => texts.map(({ text, words }) => textFeatures(text, words))
  const [left, right] = [measure(before), measure(now)]
  const numeric = (['length', 'words', 'typeTokenRatio'] as const).map((key) =>
    compareColumn(
      key === 'typeTokenRatio' ? 'type_token_ratio' : key,
      left.map((one) => one[key]),
      right.map((one) => one[key]),
      'numeric',
      bins,
    ),
  )
  const categorical = (['refusal', 'json', 'language'] as const).map((key) =>
    compareColumn(
      key,
      left.map((one) => one[key]),
      right.map((one) => one[key]),
      'categorical',
      bins,
    ),
  )
  return [
    ...numeric,
    ...categorical,
    vocabulary(
      before.flatMap(({ words }) => words),
      now.flatMap(({ words }) => words),
    ),
  ]
}

/** The commonest 500 words of both sides; rarer ones are one category, and words are not independent, so no PSI. */
function vocabulary(baseline: readonly string[], current: readonly string[]): Named {
  const count = (words: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    return counts
  }
  const [before, now] = [count(baseline), count(current)]
  const smaller = Math.min(baseline.length, current.length) / Math.max(1, baseline.length + current.length)
  const total = (word: string) => (before.get(word) ?? 0) + (now.get(word) ?? 0)
  const common = new Set(
    [...new Set([...before.keys(), ...now.keys()])]
      .filter((word) => total(word) * smaller >= 5)
      .sort((a, b) => total(b) - total(a) || (a < b ? -1 : 1))
      .slice(0, VOCABULARY),
  )
  const folded = (counts: ReadonlyMap<string, number>) => {
    const kept = new Map<string, number>()
    for (const [word, times] of counts) {
      const name = common.has(word) ? word : '(other)'
      kept.set(name, (kept.get(name) ?? 0) + times)
    }
    return kept
  }
  const compared = compareCounts(folded(before), folded(now), { baseline: 0, current: 0 })
  return { ...compared, name: 'vocabulary', psi: null, psi_p: null }
}
