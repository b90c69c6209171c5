import type { Condition } from './conditions.ts'

const STOP = new Set(
  'a an and are as at be by for from in is it its of on or that the this to with will all each every any must should shall can has have per into about than then when which who what our your their we you i file files document new final'.split(
    ' ',
  ),
)

/** Which conditions are about a deliverable: by its number, or by enough of its words. */
export function findCovering(deliverable: string, number: number, conditions: readonly Condition[]): number[] {
  const words = contentStems(deliverable)
  const byNumber = new RegExp(`\\b(?:deliverable|d|item|#)\\s?${number}\\b`, 'i')
  return conditions.flatMap(({ text }, at) => {
    if (byNumber.test(text)) return [at]
    const own = contentStems(text)
    const shared = [...words].filter((word) => own.has(word)).length
    return shared > 0 && shared >= Math.min(2, Math.ceil(words.size / 2)) ? [at] : []
  })
}

/** Stems of the words that carry meaning. */
function contentStems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? []
  return new Set(
    words.map((word) => stem(word.replace(/[._-]+$/, ''))).filter((word) => word.length > 1 && !STOP.has(word)),
  )
}

/** English endings off: tests, testing and tested are one. */
function stem(word: string): string {
  if (word.length <= 4) return word.replace(/s$/, '')
  return word
    .replace(/(?:ies)$/, 'y')
    .replace(/(?:ations?|ing|edly|ed|ers?|es|s|ly)$/, '')
    .replace(/(.)\1$/, '$1')
}

export type NumberClash = { unit: string; first: string; one: string; second: string; other: string }

/** Counted things that one text gives another number than another text does. */
export function numberClashes(texts: Readonly<Record<string, string>>): NumberClash[] {
  const seen = new Map<string, { count: string; field: string }>()
  const clashes = new Map<string, NumberClash>()
  for (const [field, text] of Object.entries(texts))
    for (const [, count = '', noun = ''] of text.slice(0, 100_000).matchAll(/\b(\d{1,6}) ([a-z]{3,20})s?\b/gi)) {
      const unit = stem(noun.toLowerCase())
      if (STOP.has(unit) || UNCOUNTED.has(unit)) continue
      const before = seen.get(unit)
      if (before === undefined) seen.set(unit, { count, field })
      else if (before.count !== count && before.field !== field && !clashes.has(unit))
        clashes.set(unit, {
          unit: noun.toLowerCase(),
          first: before.count,
          one: before.field,
          second: count,
          other: field,
        })
    }
  return [...clashes.values()]
}

/** Units that may well differ from sentence to sentence. */
const UNCOUNTED = new Set([
  'day',
  'hour',
  'minut',
  'second',
  'week',
  'month',
  'year',
  'percent',
  'usd',
  'usdc',
  'dollar',
  'px',
  'secon',
  'round',
  'revision',
])
