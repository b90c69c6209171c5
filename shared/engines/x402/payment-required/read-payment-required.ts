import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import { readDocument, valueOf, type Document } from '../wire/read-document.ts'
import { readHeaders, type Headers } from '../wire/read-headers.ts'
import type { PaymentReport } from '../wire/requirement-shape.ts'
import { versionOf } from '../wire/version.ts'

/** The 402 as it was answered. */
export type Carried = {
  /** The document to lint; undefined when nothing could be read. */
  document: unknown
  carrier: 'body' | 'header' | 'both'
  /** Bytes of the header line that carries the document, or would. */
  headerBytes: number | null
}

type Sent = { body?: JsonObject | string | undefined; headers?: JsonObject | undefined }

/** "PAYMENT-REQUIRED", a colon and a space, and the line's end. */
const LINE_BYTES = 20
const V2_MEMBERS = ['x402Version', 'resource', 'accepts']

/** Finds the PaymentRequired document in header and body, and reports what is wrong with how it travels. */
export function readPaymentRequired(report: PaymentReport, { body, headers: sentHeaders }: Sent): Carried {
  const headers = readHeaders(sentHeaders)
  const headerText = headers.values.get('payment-required')
  const fromHeader = headerText === undefined ? null : readHeader(report, headerText, headers)
  const fromBody = body === undefined ? null : readDocument(body)
  if (sentHeaders !== undefined) lintOtherHeaders(report, headers)
  if (fromHeader !== null) {
    const pair = fromBody === null ? false : compareBody(report, fromHeader, fromBody)
    const document = valueOf(fromHeader)
    return {
      document: document === undefined && pair && fromBody !== null ? valueOf(fromBody) : document,
      carrier: pair ? 'both' : 'header',
      headerBytes: (headerText?.length ?? 0) + LINE_BYTES,
    }
  }
  const document = fromBody === null ? undefined : readBody(report, fromBody)
  const isV2 = versionOf(document) === 2
  if (isV2 && sentHeaders !== undefined) report.add('PR_V2_HEADER_MISSING', '/headers/payment-required')
  const bytes = isV2 ? Buffer.byteLength(JSON.stringify(document)) : null
  return { document, carrier: 'body', headerBytes: bytes === null ? null : 4 * Math.ceil(bytes / 3) + LINE_BYTES }
}

function readHeader(report: PaymentReport, text: string, { repeated }: Headers): Document {
  const path = '/headers/payment-required'
  if (repeated.includes('payment-required')) report.add('PR_HEADER_REPEATED', path)
  const document = readDocument(text)
  if ('problem' in document) {
    report.add(document.problem === 'too_deep' ? 'PR_TOO_DEEP' : 'PR_HEADER_UNDECODABLE', path)
    return document
  }
  if (document.encoding === 'json') report.add('PR_HEADER_NOT_BASE64', path)
  if (document.encoding === 'base64url') report.add('PR_HEADER_BASE64URL', path)
  if (versionOf(document.value) === 1) report.add('PR_V1_IN_HEADER', path)
  return document
}

function readBody(report: PaymentReport, document: Document): unknown {
  if ('problem' in document) {
    report.add(document.problem === 'too_deep' ? 'PR_TOO_DEEP' : 'PR_BODY_NOT_JSON', '')
    return undefined
  }
  if (document.encoding !== 'object' && document.encoding !== 'json') report.add('PR_BODY_BASE64', '')
  return document.value
}

/** Whether the body has the document too; a different body in addition to the header is allowed. */
function compareBody(report: PaymentReport, header: Document, body: Document): boolean {
  const [inHeader, inBody] = [valueOf(header), valueOf(body)]
  const version = isObject(inBody) && Object.hasOwn(inBody, 'accepts') ? versionOf(inBody) : null
  if (version === null || !isObject(inBody)) {
    report.add('PR_BODY_NOT_PAYMENT', '')
    return false
  }
  if (version === 1 && versionOf(inHeader) === 2) {
    report.add('PR_BODY_V1_BESIDE_HEADER', '')
    return true
  }
  if (!isObject(inHeader)) return true
  for (const field of V2_MEMBERS)
    if (!sameJson(ownValue(inHeader, field), ownValue(inBody, field)))
      report.add('PR_HEADER_BODY_MISMATCH', `/${field}`, { field })
  // The header may leave out schemas and examples and shorten the error, so that proxies pass it.
  if (!isShortened(ownValue(inHeader, 'error'), ownValue(inBody, 'error')))
    report.add('PR_HEADER_BODY_MISMATCH', '/error', { field: 'error' })
  if (!isWithin(ownValue(inHeader, 'extensions'), ownValue(inBody, 'extensions')))
    report.add('PR_HEADER_BODY_MISMATCH', '/extensions', { field: 'extensions' })
  const added = Object.keys(inBody).filter((name) => !Object.hasOwn(inHeader, name))
  if (added.length > 0) report.add('PR_BODY_EXTRA_FIELDS', '', { fields: added.slice(0, 8).join(', ') })
  return true
}

/** Whether a text is another one, or its start with an ellipsis. */
function isShortened(text: unknown, whole: unknown): boolean {
  if (typeof text !== 'string' || typeof whole !== 'string' || !text.endsWith('…')) return sameJson(text, whole)
  return whole.startsWith(text.slice(0, -1))
}

/** Whether every member of `part`, at any depth, stands in `whole` with the same value. */
function isWithin(part: unknown, whole: unknown): boolean {
  if (part === undefined) return true
  if (!isObject(part) || !isObject(whole)) return sameJson(part, whole)
  return Object.keys(part).every((name) => Object.hasOwn(whole, name) && isWithin(part[name], whole[name]))
}

function sameJson(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return a === b
  try {
    return canonicalJson(a) === canonicalJson(b)
  } catch {
    return JSON.stringify(a) === JSON.stringify(b)
  }
}

function lintOtherHeaders(report: PaymentReport, { values }: Headers): void {
  if (!values.has('payment-required')) return
  const exposed = values.get('access-control-expose-headers')?.toLowerCase() ?? ''
  if (!exposed.includes('payment-required') && exposed.trim() !== '*')
    report.add('PR_NOT_EXPOSED', '/headers/access-control-expose-headers')
  if (!/no-store/i.test(values.get('cache-control') ?? '')) report.add('PR_CACHEABLE', '/headers/cache-control')
}
