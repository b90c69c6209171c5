import { z } from 'zod'

import type { ModelAnswer, ModelQuestion } from '#shared/doors/model.ts'

import { patternOf, type Scalar } from './build-instance.ts'
import type { Field } from './schema-fields.ts'
import { readDate } from '#shared/engines/facts/read-date.ts'
import { readNumber } from '#shared/engines/facts/read-number.ts'
import type { JsonObject } from '#shared/engines/json/json-value.ts'
import { QuoteFinder, type Span } from '#shared/engines/text/quote-finder.ts'
import { newFence } from '#shared/engines/model/fence.ts'

const Answer = z.object({
  values: z.array(
    z.object({ path: z.string(), value: z.union([z.string(), z.number(), z.boolean(), z.null()]), quote: z.string() }),
  ),
})
type Answer = z.output<typeof Answer>

export type Held = {
  path: string
  value: Scalar
  quote: string
  start: number
  end: number
  method: 'verbatim' | 'normalised' | 'inferred'
}
export type Rejected = {
  path: string
  value: string | number | boolean | null
  reason: 'not_in_text' | 'not_in_schema' | 'wrong_type'
}

type Wanted = { text: string; schema: JsonObject; fields: readonly Field[]; strict: boolean; maxOutputTokens: number }

/** Values by a model, each held against the text: without words of the text that say it, it is not believed (strict). */
export async function extractByModel(
  { text, schema, fields, strict, maxOutputTokens }: Wanted,
  ask: (question: ModelQuestion<Answer>) => Promise<ModelAnswer<Answer>>,
): Promise<{ held: Held[]; rejected: Rejected[]; answer: ModelAnswer<Answer> }> {
  const fence = newFence()
  const finder = new QuoteFinder(text)
  const byPattern = new Map(fields.map((field) => [field.path, field]))
  const patterns = new Set(byPattern.keys())
  const judge = ({ values }: Answer) => {
    const held: Held[] = []
    const rejected: Rejected[] = []
    for (const { path, value, quote } of values) {
      const field = byPattern.get(patternOf(path, patterns) ?? '')
      if (value === null) continue
      if (field === undefined) rejected.push({ path: path.slice(0, 200), value, reason: 'not_in_schema' })
      else {
        const typed = typedValue(value, field)
        const place = typed === null ? null : evidence(finder, typed, quote)
        if (typed === null) rejected.push({ path, value, reason: 'wrong_type' })
        else if (place !== null) held.push({ path, value: typed, ...place })
        else if (strict) rejected.push({ path, value, reason: 'not_in_text' })
        else held.push({ path, value: typed, quote: '', start: 0, end: 0, method: 'inferred' })
      }
    }
    return { held, rejected }
  }
  const answer = await ask({
    role: 'text',
    instructions:
      'Fill the JSON Schema from the document. values is one entry for each plain value that the document states: path is ' +
      'its JSON Pointer in the instance (array items as /items/0), value is as the schema wants it (dates as YYYY-MM-DD), ' +
      'quote is the shortest part of the document that states it, word for word. Leave out what the document does not ' +
      `state; never guess. ${fence.rules}`,
    content: `${fence.around('schema', JSON.stringify(schema))}\n\n${fence.around('document', text)}`,
    schema: Answer,
    complaint: (value) => {
      const wrong = judge(value)
        .rejected.slice(0, 5)
        .map(({ path, reason }) => `${path} ${reason}`)
      return wrong.length === 0 ? null : `these values do not hold: ${wrong.join('; ')}; correct them or leave them out`
    },
    maxOutputTokens,
  })
  return { ...judge(answer.value), answer }
}

function typedValue(value: Scalar, { type, options }: Field): Scalar | null {
  const typed = asType(value, type)
  if (typed === null || options === null) return typed
  return (
    options.find((option) => option === typed || String(option).toLowerCase() === String(typed).toLowerCase()) ?? null
  )
}

function asType(value: Scalar, type: Field['type']): Scalar | null {
  if (type === 'string') return typeof value === 'string' ? value : String(value)
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value
    return value === 'true' ? true : value === 'false' ? false : null
  }
  const plain =
    typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? Number(readNumber(value.replace(/^[$€£]\s?/, '')) ?? Number.NaN)
        : Number.NaN
  return Number.isFinite(plain) && (type === 'number' || Number.isInteger(plain)) ? plain : null
}

/** The words of the text that say a value: its quote, where that holds the value, else the value itself. */
function evidence(finder: QuoteFinder, value: Scalar, quote: string): Omit<Held, 'path' | 'value'> | null {
  const quoted = finder.find(quote)
  if (quoted !== null && says(finder.at(quoted), value)) return placed(finder, quoted, value)
  const itself = typeof value === 'boolean' ? null : finder.find(String(value))
  return itself === null ? null : placed(finder, itself, value)
}

function placed(finder: QuoteFinder, place: Span, value: Scalar): Omit<Held, 'path' | 'value'> {
  const quote = finder.at(place)
  return { quote, ...place, method: quote === String(value) ? 'verbatim' : 'normalised' }
}

/** Whether words state a value: as it is, or as people write numbers and dates. A yes or no is stated by any words. */
function says(words: string, value: Scalar): boolean {
  if (typeof value === 'boolean') return true
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[\s\p{P}]+/gu, ' ')
      .trim()
  if (typeof value === 'number') {
    const numbers = words.match(/-?\d[\d,' ]*(?:\.\d+)?(?:\s?(?:k|m|bn|thousand|million|billion)\b)?|\p{L}+/giu) ?? []
    return numbers.some((said) => Number(readNumber(said.trim()) ?? Number.NaN) === value)
  }
  if (plain(words).includes(plain(value)) && plain(value) !== '') return true
  return /^\d{4}-\d{2}-\d{2}/.test(value) && readDate(words).slice(0, 10) === value.slice(0, 10)
}
