import type { JsonObject } from '#shared/engines/json/json-value.ts'
import { readDate } from '#shared/engines/facts/read-date.ts'
import { readNumber } from '#shared/engines/facts/read-number.ts'
import { fieldSigns, type Kind, patterns, telling, truths } from './candidates.rules.ts'
import type { Scalar } from './build-instance.ts'
import { type Field, schemaFields } from './schema-fields.ts'

/** A value with where it stands. */
export type Extracted = {
  path: string
  value: Scalar
  quote: string
  start: number
  end: number
  method: 'verbatim' | 'normalised'
}

type Candidate = { value: Scalar; start: number; end: number }
type Option = Candidate & { field: Field; distance: number }

/** A value farther from its name than this belongs to something else. */
const NEAR = 80
/** A value before its name is less likely its own. */
const BEFORE = 3
const MOST_EACH = 2_000
const LONGEST_TEXT = 200

/**
 * Values for the plain fields of a schema, by what they look like and what they stand beside: the nearest value of the
 * field's kind after its name, each place used once. Fields of objects in arrays are left alone. Nothing is inferred.
 */
export function extractFields({ text, schema }: { text: string; schema: JsonObject }): Extracted[] {
  const fields = schemaFields(schema)
  if ('problem' in fields) return []
  const plain = fields.filter(({ path, isItem }) => !path.replace(/\/\*$/, '').includes('/*') && !isItem)
  const candidates = new Map<Kind, Candidate[]>()
  const options = plain.flatMap((field) => optionsOf(field, text, candidates))
  const taken: Option[] = []
  for (const option of options.toSorted((a, b) => a.distance - b.distance)) {
    const isUsed = taken.some(
      ({ field, start, end }) =>
        field === option.field || (start < option.end && option.start < end && field.type === option.field.type),
    )
    if (!isUsed) taken.push(option)
  }
  const lists = fields
    .filter(({ isItem, path }) => isItem && !path.slice(0, -2).includes('/*'))
    .flatMap((field) => listOf(field, text, candidates))
  return [...taken.map((option) => extracted(text, option.field.path, option)), ...lists]
}

function extracted(text: string, path: string, { value, start, end }: Candidate): Extracted {
  const quote = text.slice(start, end)
  return { path, value, quote, start, end, method: String(value) === quote ? 'verbatim' : 'normalised' }
}

function optionsOf(field: Field, text: string, known: Map<Kind, Candidate[]>): Option[] {
  const labels = labelPlaces(field, text)
  const kind = kindOf(field)
  if (field.options !== null) return near(optionPlaces(field, text), labels, field)
  if (kind === 'text')
    return labels.flatMap(({ end }) => textAfter(text, end)).map((one) => ({ ...one, field, distance: 0 }))
  const found = known.get(kind) ?? candidatesOf(kind, text)
  known.set(kind, found)
  const typed = found.flatMap((one) => (field.type === 'integer' && !Number.isInteger(one.value) ? [] : [one]))
  const beside = near(typed, labels, field)
  const [only] = typed
  if (beside.length > 0 || only === undefined || typed.length > 1 || !telling.has(kind)) return beside
  return [{ ...only, field, distance: NEAR * BEFORE }]
}

/** All values of a kind that tells itself, for an array of it. */
function listOf(field: Field, text: string, known: Map<Kind, Candidate[]>): Extracted[] {
  const kind = kindOf(field)
  if (kind === 'text' || !telling.has(kind)) return []
  const found = known.get(kind) ?? candidatesOf(kind, text)
  const once = new Map(found.map((one) => [one.value, one]))
  return [...once.values()].slice(0, 100).map((one, at) => extracted(text, `${field.path.slice(0, -1)}${at}`, one))
}

function kindOf({ type, format, name, title }: Field): Kind {
  const words = `${wordsOf(name).join(' ')} ${title}`
  const byFormat = fieldSigns.find(({ formats }) => format !== null && formats.includes(format))
  const byName = fieldSigns.find(({ names, types }) => types.includes(type) && (names === null || names.test(words)))
  return (byFormat ?? byName)?.kind ?? 'text'
}

function candidatesOf(kind: Exclude<Kind, 'text'>, text: string): Candidate[] {
  const found: Candidate[] = []
  for (const hit of text.matchAll(patterns[kind === 'money' ? 'number' : kind])) {
    if (found.length >= MOST_EACH) break
    const said = hit[0].replace(/[.,;:!?]+$/, '')
    const value = read(kind, said)
    if (value !== null) found.push({ value, start: hit.index, end: hit.index + said.length })
  }
  return found
}

function read(kind: Exclude<Kind, 'text'>, said: string): Scalar | null {
  if (kind === 'boolean') return truths.has(said.toLowerCase())
  if (kind === 'money' || kind === 'number') {
    const plain = readNumber(said.replace(/^[$€£]\s?/, '').trim())
    return plain === null ? null : Number(plain)
  }
  if (kind !== 'date' && kind !== 'datetime') return said
  const day = readDate(said)
  // Half a date is none: a year is never made up.
  return /^\d{4}-\d{2}-\d{2}/.test(day) ? day.slice(0, 10) : null
}

/** `invoiceNumber`, `invoice_number` → invoice, number. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Where a text names a field: its words one after the other, or the last of them. */
function labelPlaces({ name }: Field, text: string): { start: number; end: number }[] {
  const words = wordsOf(name).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const places = (pattern: string) =>
    [...text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}(?![\p{L}\p{N}])`, 'giu'))]
      .slice(0, MOST_EACH)
      .map(({ 0: said, index }) => ({ start: index, end: index + said.length }))
  if (words.length === 0) return []
  const whole = places(words.join(String.raw`[\s_-]{0,3}`))
  return whole.length > 0 ? whole : places(words.at(-1) ?? '')
}

function near(found: readonly Candidate[], labels: readonly { start: number; end: number }[], field: Field): Option[] {
  return found.flatMap((one) => {
    const distances = labels.map(({ start, end }) =>
      one.start >= end ? one.start - end : one.end <= start ? (start - one.end) * BEFORE : 0,
    )
    const distance = Math.min(...distances, Number.POSITIVE_INFINITY)
    return distance <= NEAR ? [{ ...one, field, distance }] : []
  })
}

/** Where one of an enum's own words stands; without a name beside it, it still is one of them. */
function optionPlaces({ options, type }: Field, text: string): Candidate[] {
  return (options ?? []).flatMap((option) => {
    if (typeof option !== type && type !== 'integer') return []
    const word = String(option).replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    if (word === '') return []
    return [...text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${word}(?![\p{L}\p{N}])`, 'giu'))]
      .slice(0, 50)
      .map(({ 0: said, index }) => ({ value: option, start: index, end: index + said.length }))
  })
}

/** What stands after `Name:`, `Name is` or `Name =`, to the end of the line, the sentence or the comma. */
function textAfter(text: string, end: number): Candidate[] {
  const hit = /^["'*_]{0,3}\s{0,3}(?::|=|->|–|\bis\b|#)\s{0,3}/i.exec(text.slice(end, end + 20))
  if (hit === null) return []
  const start = end + hit[0].length
  const value =
    /^[^\n,;]{1,200}/
      .exec(text.slice(start, start + LONGEST_TEXT))?.[0]
      .split(/[.!?](?:\s|$)/)[0]
      ?.trim() ?? ''
  return value === '' ? [] : [{ value, start, end: start + value.length }]
}
