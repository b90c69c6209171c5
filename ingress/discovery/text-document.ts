import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import type { Reply, RouteRequest } from '../http/route.ts'

/** A document with its bytes (UTF-8) and the tag of its strong ETag. */
export type TextDocument = {
  readonly bytes: Buffer
  /** Length of the bytes. */
  size: number
  type: string
  tag: string
  /** Compresses the bytes on first use, off the event loop. */
  gzipped: () => Promise<Buffer>
}

const compress = promisify(gzip)

/** Creates a document from text. `tag` defaults to a digest of the text. */
export function textDocument(text: string, type: string, tag = tagOf(text)): TextDocument {
  const bytes = Buffer.from(text)
  let gzipped: Promise<Buffer> | null = null
  return { bytes, size: bytes.length, type, tag, gzipped: () => (gzipped ??= compress(bytes)) }
}

/** Short digest of a text, for ETags. */
export const tagOf = (text: string) => sha256Hex(text).slice(0, 32)

/** Cache-Control of discovery documents. */
const ONE_MINUTE = 'public, max-age=60'

/** Shortest document in bytes that is compressed; a shorter one fits into one network packet anyway. */
const WORTH_COMPRESSING = 1_400

/**
 * Answers with a document, gzipped if the client accepts that, or 304 if If-None-Match names it (RFC 9110, 13.1.2).
 * `headers` are added to ETag, Cache-Control and Vary.
 */
export async function sendDocument(
  request: Pick<RouteRequest, 'header'>,
  document: TextDocument,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const inGzip = document.size > WORTH_COMPRESSING && takesGzip(request.header('accept-encoding'))
  const etag = inGzip ? `"${document.tag}-gzip"` : `"${document.tag}"`
  const common = { ETag: etag, 'Cache-Control': ONE_MINUTE, Vary: 'Accept-Encoding', ...headers }
  if (names(request.header('if-none-match'), document.tag)) return { status: 304, headers: common, body: '' }
  if (!inGzip) return { headers: common, type: document.type, body: document.bytes }
  return { headers: { ...common, 'Content-Encoding': 'gzip' }, type: document.type, body: await document.gzipped() }
}

/**
 * Whether If-None-Match names the tag. Weak comparison: `W/"x"` matches `"x"`, and the ETags of both encodings match.
 */
function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const known = new Set([`"${tag}"`, `"${tag}-gzip"`])
  return ifNoneMatch.split(',').some((sent) => known.has(sent.trim().replace(/^W\//, '')))
}

/** Whether Accept-Encoding lists gzip without `q=0`. */
const takesGzip = (acceptEncoding: string | undefined): boolean =>
  (acceptEncoding ?? '')
    .split(',')
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(coding))
