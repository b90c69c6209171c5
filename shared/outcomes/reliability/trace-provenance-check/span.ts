/** What a span is for, as far as provenance asks: something that brings facts in, a model, or neither. */
export type SpanRole = 'source' | 'model' | 'other'

/** One span, from whatever form it was sent in. Times are epoch milliseconds with fractions; null when not given. */
export type Span = {
  traceId: string
  spanId: string
  parentId: string | null
  name: string
  role: SpanRole
  /** Work that goes on after its parent: producers, consumers, what says it is asynchronous. */
  isAsync: boolean
  start: number | null
  end: number | null
  hasFailed: boolean
  service: string | null
  links: readonly string[]
  inputDigest: string | null
  outputDigest: string | null
  signature: string | null
  publicKey: string | null
  /** As it was sent, for signatures. */
  sent: Readonly<Record<string, unknown>>
  /** JSON pointer into the body. */
  path: string
}

/** Spans are told apart by trace and id: ids are unique inside a trace only. */
export const spanKey = (traceId: string, spanId: string) => `${traceId}\n${spanId}`

/** A digest in one form: hex without its algorithm's name, lower case. */
export const plainDigest = (digest: string) =>
  digest
    .trim()
    .toLowerCase()
    .replace(/^sha-?256[:=]/, '')
