import { invalidFields } from '#shared/errors.ts'

import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { plainDigest, type Span, type SpanRole } from './span.ts'

export const MOST_SPANS = 5_000
const MOST_ID = 128
const SOURCES = new Set(['tool', 'retrieval', 'retriever', 'database', 'db', 'http', 'search', 'execute_tool', 'file'])
const MODELS = new Set(['llm', 'model', 'chat', 'generation', 'completion', 'text_completion', 'generate_content'])
const ASYNC = new Set(['producer', 'consumer', 'async', '4', '5', 'span_kind_producer', 'span_kind_consumer'])

/**
 * Spans of a body, from plain objects and from OTLP JSON (`resourceSpans`, `scopeSpans`, camel case, attributes as a list,
 * times in nanoseconds). Throws `invalidFields` for one without an id and for more than 5,000.
 */
export function readSpans(sent: unknown): Span[] {
  const found: Span[] = []
  const open: { value: unknown; path: (string | number)[]; service: string | null }[] = [
    { value: sent, path: ['spans'], service: null },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, service } = next
    if (Array.isArray(value)) {
      // Backwards, as the last one in is the next one read.
      for (let at = value.length - 1; at >= 0; at -= 1) open.push({ value: value[at], path: [...path, at], service })
      continue
    }
    if (!isObject(value)) throw invalidFields({ path, msg: 'Value error, a span is an object', input: null })
    const list = (['resourceSpans', 'scopeSpans', 'instrumentationLibrarySpans', 'spans'] as const).find((name) =>
      Array.isArray(ownValue(value, name)),
    )
    if (list !== undefined && path.length < 8) {
      const resource = ownValue(value, 'resource')
      const named = isObject(resource) ? attributesOf(resource)['service.name'] : undefined
      open.push({ value: value[list], path: [...path, list], service: typeof named === 'string' ? named : service })
      continue
    }
    if (found.length >= MOST_SPANS)
      throw invalidFields({ path: ['spans'], msg: `Value error, more than ${MOST_SPANS} spans` })
    found.push(readSpan(value, path, service))
  }
  return found
}

function readSpan(sent: JsonObject, path: (string | number)[], service: string | null): Span {
  const text = (...names: string[]) => {
    const value = names.map((name) => ownValue(sent, name)).find((one) => typeof one === 'string' && one !== '')
    return typeof value === 'string' ? value : null
  }
  const spanId = text('span_id', 'spanId', 'id')
  if (spanId === null || spanId.length > MOST_ID)
    throw invalidFields({
      path: [...path, 'span_id'],
      msg: `Value error, a span has a span_id of 1 to ${MOST_ID} characters`,
    })
  const attributes = attributesOf(sent)
  const kinds = [
    ownValue(sent, 'kind'),
    attributes['openinference.span.kind'],
    attributes['gen_ai.operation.name'],
    attributes['traceloop.span.kind'],
    attributes['span.kind'],
  ].map((kind) => (typeof kind === 'string' || typeof kind === 'number' ? String(kind).toLowerCase() : ''))
  const parent = text('parent_span_id', 'parentSpanId', 'parent_id', 'parentId')
  const digest = (name: string) => {
    const value =
      text(
        name,
        name.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase()),
      ) ?? attributes[name]
    return typeof value === 'string' && value !== '' ? plainDigest(value) : null
  }
  const own = attributes['service.name']
  return {
    traceId: (text('trace_id', 'traceId') ?? '').slice(0, MOST_ID),
    spanId,
    parentId: parent === null || /^0+$/.test(parent) ? null : parent.slice(0, MOST_ID),
    name: text('name') ?? '',
    role: roleOf(kinds),
    isAsync: kinds.some((kind) => ASYNC.has(kind)) || attributes['async'] === true || ownValue(sent, 'async') === true,
    start: instantOf(sent, ['start', 'start_time', 'startTimeUnixNano', 'start_time_unix_nano', 'startTime']),
    end: instantOf(sent, ['end', 'end_time', 'endTimeUnixNano', 'end_time_unix_nano', 'endTime']),
    hasFailed: isError(ownValue(sent, 'status')),
    service: typeof own === 'string' ? own : service,
    links: linksOf(ownValue(sent, 'links')),
    inputDigest: digest('input_digest'),
    outputDigest: digest('output_digest'),
    signature: text('signature'),
    publicKey: text('public_key', 'publicKey'),
    sent,
    path: path.map((part) => `/${part}`).join(''),
  }
}

function roleOf(kinds: readonly string[]): SpanRole {
  if (kinds.some((kind) => SOURCES.has(kind))) return 'source'
  return kinds.some((kind) => MODELS.has(kind)) ? 'model' : 'other'
}

/** Attributes by name, from an object or OTLP's list of `{key, value: {stringValue}}`. */
function attributesOf(value: JsonObject): Readonly<Record<string, unknown>> {
  const attributes = ownValue(value, 'attributes')
  if (isObject(attributes)) return attributes
  if (!Array.isArray(attributes)) return {}
  const found: Record<string, unknown> = Object.create(null)
  for (const one of attributes.slice(0, 200)) {
    const key = isObject(one) ? ownValue(one, 'key') : undefined
    const held = isObject(one) ? ownValue(one, 'value') : undefined
    if (typeof key === 'string') found[key] = isObject(held) ? Object.values(held)[0] : held
  }
  return found
}

const isError = (status: unknown): boolean => {
  const code = isObject(status) ? (ownValue(status, 'code') ?? ownValue(status, 'status_code')) : status
  return code === 2 || (typeof code === 'string' && /^(?:2|error|failed|failure|status_code_error)$/i.test(code))
}

function linksOf(links: unknown): string[] {
  if (!Array.isArray(links)) return []
  return links.slice(0, 128).flatMap((link: unknown) => {
    const id = isObject(link) ? (ownValue(link, 'span_id') ?? ownValue(link, 'spanId')) : link
    return typeof id === 'string' ? [id.slice(0, MOST_ID)] : []
  })
}

/** ISO 8601, or a number: milliseconds, microseconds from 1e14 on, nanoseconds from 1e17 on. */
function instantOf(sent: JsonObject, names: readonly string[]): number | null {
  const value = names.map((name) => ownValue(sent, name)).find((one) => one !== undefined && one !== null)
  return instant(value)
}

export function instant(value: unknown): number | null {
  const isDigits = typeof value === 'string' && /^\d{1,20}$/.test(value)
  if (typeof value === 'string' && !isDigits) {
    const parsed = Date.parse(value)
    return Number.isNaN(parsed) ? null : parsed
  }
  if (!isDigits && typeof value !== 'number') return null
  const number = Number(value)
  if (!Number.isFinite(number)) return null
  if (Math.abs(number) >= 1e17)
    return Number(BigInt(typeof value === 'string' ? value : Math.trunc(number)) / 1_000n) / 1_000
  return Math.abs(number) >= 1e14 ? number / 1_000 : number
}
