import { foldInPlace } from '../goal/fold.ts'
import { DATES } from '../values/days.ts'
import { type Known, mask } from '../values/known.ts'
import { type Quantity, quantitiesIn } from '../values/quantities.ts'
import { respell } from './spelling.ts'

/** A part of a goal, as fields are read from it. All texts have the same positions. */
export type Part = {
  known: Known
  /** As it was written. */
  raw: string
  /** Folded. */
  all: string
  /** Folded, with what is data (addresses, quotations) blank. */
  text: string
  quantities: () => readonly Quantity[]
  /** The part with its misspelt words as they most likely are meant; null where none is misspelt. */
  spelt: () => Part | null
}

/** Values whose characters say nothing of a field. */
const SILENT = new Set([
  'url',
  'email',
  'base-address',
  'solana-address',
  'tx-hash',
  'solana-signature',
  'sha256',
  'jwt',
  'ip',
  'vin',
  'us-address',
  'traceparent',
  'coordinates',
  'json',
  'json-schema',
])
/** What is quoted in several words; one word may be the name of a choice. */
const QUOTED =
  /"[^"\n]*\s[^"\n]*"|“[^”\n]*\s[^”\n]*”|«[^»\n]{2,}\s[^»\n]{2,}»|„[^“”\n]*\s[^“”\n]*[“”]|[「“][^」”\n]{6,}[」”]|(?<![\p{L}\p{N}'])'(?=\S)[^'\n]*\s[^'\n]*(?<=\S)'(?![\p{L}\p{N}'])/gu

const rangesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }))

const once = <Value>(make: () => Value) => {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

const read = new WeakMap<Known, { own: Part; rest: Part | null }>()

/** Returns the part of a goal that speaks of the wish at hand, and the rest of it. */
export function partsOf(known: Known): { own: Part; rest: Part | null } {
  const before = read.get(known)
  if (before !== undefined) return before
  const blank = [
    ...known.values.filter(({ from, type }) => from === 'goal' && SILENT.has(type)),
    ...rangesOf(known.goal, QUOTED),
  ]
  const texts = { raw: known.goal, all: foldInPlace(known.goal), text: foldInPlace(mask(known.goal, blank)) }
  const ranges = known.own?.ranges
  const parts =
    ranges === undefined
      ? { own: partOf(known, texts), rest: null }
      : {
          own: partOf(known, cut(texts, ranges)),
          rest: partOf(known, cut(texts, outside(ranges, known.goal.length))),
        }
  read.set(known, parts)
  return parts
}

type Texts = Pick<Part, 'raw' | 'all' | 'text'>

const partOf = (known: Known, texts: Texts, isSpelt = false): Part => ({
  known,
  ...texts,
  quantities: once(() =>
    quantitiesIn(
      mask(
        texts.text,
        DATES.flatMap((pattern) => rangesOf(texts.text, pattern)),
      ),
    ),
  ),
  spelt: once(() => {
    const slips = isSpelt ? [] : respell(texts.text, texts.raw)
    const mend = (text: string) =>
      slips.reduceRight((whole, { word, start, end }) => whole.slice(0, start) + word + whole.slice(end), text)
    return slips.length === 0
      ? null
      : partOf(known, { raw: mend(texts.raw), all: mend(texts.all), text: mend(texts.text) }, true)
  }),
})

const cut = (texts: Texts, ranges: readonly { start: number; end: number }[]): Texts => {
  const of = (text: string) => ranges.map(({ start, end }) => text.slice(start, end)).join(' ; ')
  return { raw: of(texts.raw), all: of(texts.all), text: of(texts.text) }
}

function outside(ranges: readonly { start: number; end: number }[], length: number) {
  const edges = [0, ...ranges.flatMap(({ start, end }) => [start, end]), length]
  return edges.flatMap((start, index) => (index % 2 === 0 ? [{ start, end: edges[index + 1] ?? length }] : []))
}
