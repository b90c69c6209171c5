import { CJK } from '../goal/fold.ts'
import { BETWEEN, COUNTERS, HALVES, NUMBER_WORDS, ONLY_BEFORE_UNITS, ORDINALS, UNITS } from './number-words.rules.ts'

export type Dimension = keyof typeof UNITS

/** A number in a goal, with what it measures. */
export type Quantity = {
  /** In the smallest unit of the dimension: milliseconds, cents, bytes. */
  value: number
  /** Null where it counts things, or is a mere number. */
  dimension: Dimension | null
  start: number
  end: number
  /** What stands around it, as far as it may say what it is. */
  before: string
  after: string
}

const table = (rules: string) =>
  new Map(
    rules
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [number = '', ...words] = line.split(' ')
        return words.map((word) => [word, Number(number)] as const)
      }),
  )
const WORDS = table(NUMBER_WORDS)
for (const [tens, ten] of [...WORDS].filter(([word, ten]) => word.endsWith('zig') && ten < 100))
  for (const [unit, one] of [...WORDS].filter(
    ([word, n]) => n > 0 && n < 10 && /^(?:ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)$/.test(word),
  ))
    WORDS.set(`${unit}und${tens}`, ten + one)
const ORDINAL = table(ORDINALS)
const NEEDS_UNIT = new Set(ONLY_BEFORE_UNITS.split(' '))

const longestFirst = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length)
const WORD = longestFirst(WORDS.keys())
  .map((word) => word.replaceAll('-', '[ -]'))
  .join('|')
const DIGITS = String.raw`\d{1,3}(?:[ ,.’']\d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:[.,]\d+)?|(?<!\d)\.\d+`
const LATIN = String.raw`(?<![a-z0-9_/.:#-]|\d[.,])`
const NUMBER = new RegExp(
  [
    String.raw`(?<![a-z0-9_/.#-]|\d[.,:])(?<digits>${DIGITS})\s?(?<scale>(?:k|m|mio|million(?:en|es|s)?|millones|thousand|hundred|tausend|mille?|[万百千])(?![a-z0-9]))?`,
    `${LATIN}(?<words>(?:${WORD})(?:(?:[ -]|[ -](?:and|und|y|et)[ -])(?!cents?(?![a-z]))(?:${WORD}))*)(?![a-z0-9])`,
    String.raw`(?<half>${LATIN}(?:${HALVES})(?=\s?\p{L}))`,
    String.raw`(?<ideographs>[〇一二两三四五六七八九十百千万]+)(?=\s?(?:${COUNTERS}|${unitPattern(true)}))`,
    `${LATIN}(?<article>an?)(?= )`,
  ].join('|'),
  'gu',
)

/** All units, or those that are written without spaces. */
function unitPattern(isUnspaced: boolean): string {
  const all = Object.values(UNITS).flatMap((units) => units.flatMap(([, words]) => splitAlternatives(words)))
  return all.filter((word) => !isUnspaced || CJK.test(word)).join('|')
}

/** The alternatives of a pattern, at its top. */
function splitAlternatives(pattern: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const char of pattern) {
    depth += Number(char === '(') - Number(char === ')')
    if (char === '|' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${char}`)
  }
  return parts
}

const MEASURES = Object.entries(UNITS).flatMap(([dimension, units]) =>
  units.map(([factor, words]) => ({
    // Safe: the keys of UNITS are the dimensions.
    dimension: dimension as Dimension,
    factor,
    pattern: new RegExp(
      `^[\\s-]{0,2}${dimension === 'money' ? '' : `(?:(?:${BETWEEN}) )?`}(?:${words})(?![a-z0-9])`,
      'u',
    ),
  })),
)

/** "Three USDC transfers", and "20 USDC transfers": how many there are. */
const A_PAYMENT = /^[\s-](?:transfer|payment|payout|balance|token)/
const PAYMENTS =
  /^[\s-](?:transfers|payments|payouts|transactions|movements|uberweisungen|zahlungen|transferencias|pagos|transferts|paiements)(?![a-z])/

/** How far around a number is looked for what it is. */
const REACH = 48
const MOST = 40

/** Finds the numbers of a folded text, in digits and words, with their units. Linear in the text. */
export function quantitiesIn(text: string): Quantity[] {
  const found: Quantity[] = []
  for (const match of text.matchAll(NUMBER)) {
    if (found.length === MOST) break
    const { half, digits, scale, words, ideographs } = match.groups ?? {}
    const start = match.index
    let end = start + match[0].trimEnd().length
    let value =
      half !== undefined
        ? 0.5
        : digits !== undefined
          ? (numberOf(digits) ?? Number.NaN) * scaleOf(scale)
          : words !== undefined
            ? valueOfWords(words)
            : ideographs !== undefined
              ? valueOfIdeographs(ideographs)
              : 1
    const rest = text.slice(end, end + REACH)
    const isDollar = /(?:\$|usd ?|usdc )\s?$/.test(text.slice(Math.max(0, start - 5), start))
    let measure = MEASURES.find(({ pattern }) => pattern.test(rest))
    // "Three USDC transfers" are three transfers, and "20 in a row" no twenty inches.
    const length = measure?.pattern.exec(rest)?.[0].length ?? 0
    if (measure?.dimension === 'money' && (digits === undefined ? A_PAYMENT : PAYMENTS).test(rest.slice(length)))
      measure = undefined
    if (measure === undefined && isDollar)
      measure = MEASURES.find(({ dimension, factor }) => dimension === 'money' && factor === 100)
    else if (measure !== undefined) end += length
    const needsUnit =
      half !== undefined ||
      (digits === undefined && ideographs === undefined && (words === undefined || NEEDS_UNIT.has(words)))
    if (Number.isNaN(value) || (needsUnit && measure === undefined)) continue
    // "10-K" and "2026-11" are names and dates.
    if (measure === undefined && /^-\p{L}?\d?/u.test(rest) && !/^-\p{L}{3}/u.test(rest)) continue
    if (measure?.dimension === 'time' && /^ (?:and a half|und eine halbe|y media|et demie)\b/.test(text.slice(end)))
      value += 0.5
    found.push({
      value: round(value * (measure?.factor ?? 1)),
      dimension: measure?.dimension ?? null,
      start,
      end,
      before: clauseBefore(text.slice(Math.max(0, start - REACH), start)),
      after: clauseAfter(text.slice(end, end + REACH)),
    })
  }
  return found
}

const round = (value: number) => Math.round(value * 1e6) / 1e6
const clauseBefore = (text: string) =>
  text.slice(Math.max(...[...text.matchAll(/[.;!?。；！？](?=\s|$)|[。；！？]/g)].map(({ index }) => index + 1), 0))
const clauseAfter = (text: string) => text.split(/[.;!?](?=\s|$)|[。；！？]/)[0] ?? ''

const SCALES: readonly [RegExp, number][] = [
  [/^(?:k|thousand|tausend|mille?|千)$/, 1_000],
  [/^(?:hundred|百)$/, 100],
  [/^万$/, 10_000],
  [/^m/, 1_000_000],
]
const scaleOf = (scale: string | undefined) =>
  scale === undefined ? 1 : (SCALES.find(([pattern]) => pattern.test(scale))?.[1] ?? 1)

/** "two hundred and fifty", "fünfundzwanzig", "treinta y cinco" */
function valueOfWords(words: string): number {
  const whole = WORDS.get(words) ?? WORDS.get(words.replaceAll(' ', '-'))
  if (whole !== undefined) return whole
  let sum = 0
  for (const word of words.match(new RegExp(WORD, 'gu')) ?? []) {
    const value = WORDS.get(word.replaceAll(' ', '-')) ?? WORDS.get(word) ?? 0
    if (value >= 100 && sum > 0 && sum < value) sum *= value
    else sum += value
  }
  return sum
}

const IDEOGRAPHS = new Map([...'〇一二三四五六七八九'].map((char, index) => [char, index] as const)).set('两', 2)
function valueOfIdeographs(text: string): number {
  let sum = 0
  let last = 0
  for (const char of text) {
    const power = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 }[char]
    if (power === undefined) last = IDEOGRAPHS.get(char) ?? 0
    else if (power === 10_000) {
      sum = (sum + last || 1) * power
      last = 0
    } else {
      sum += (last || 1) * power
      last = 0
    }
  }
  return sum + last
}

/** What place an ordinal before these words (a pattern) names. */
export function ordinalBefore(text: string, words: string): number | undefined {
  const found = new RegExp(`${LATIN}(${longestFirst(ORDINAL.keys()).join('|')}) (?:${words})(?![a-z0-9])`, 'u').exec(
    text,
  )
  return found === null ? undefined : ORDINAL.get(found[1] ?? '')
}

/** Reads "1,000.50", "1.000,50", "1 000" or "ten". */
export function numberOf(text: string): number | undefined {
  const word = WORDS.get(text.trim().toLowerCase())
  if (word !== undefined) return word
  let digits = text.replaceAll(/[\s’']/g, '').replace(/[.,]$/, '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) digits = digits.replaceAll(',', '')
  else if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) digits = digits.replaceAll('.', '').replace(',', '.')
  else digits = digits.replace(',', '.')
  const value = Number(digits)
  return digits === '' || Number.isNaN(value) ? undefined : value
}
