import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import type { Reply, RouteRequest } from '../http/route.ts'

/** A document as it is sent: its bytes (UTF-8), and the tag its strong ETag is made of. */
export type TextDocument = {
  bytes: Buffer
  type: string
  tag: string
  /** The same, compressed when first asked for; off the event loop. */
  gzipped: () => Promise<Buffer>
}

const compress = promisify(gzip)

/** A document made of a text. The tag is a digest of the text unless given. */
export function textDocument(text: string, type: string, tag = tagOf(text)): TextDocument {
  const bytes = Buffer.from(text)
  let gzipped: Promise<Buffer> | null = null
  return { bytes, type, tag, gzipped: () => (gzipped ??= compress(bytes)) }
}

/** A short digest of a text, as used in ETags. */
export const tagOf = (text: string) => sha256Hex(text).slice(0, 32)

/** How long a caller may keep a discovery document without asking again. */
const ONE_MINUTE = 'public, max-age=60'

/** Below this one network packet carries it anyway. */
const WORTH_COMPRESSING = 1_400

/**
 * Answers with a document, compressed for those who take gzip, or 304 when the caller has it already (RFC 9110,
 * section 13.1.2). `headers` come on top of ETag, Cache-Control and Vary.
 */
export async function sendDocument(
  request: Pick<RouteRequest, 'header'>,
  document: TextDocument,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const inGzip = document.bytes.length > WORTH_COMPRESSING && takesGzip(request.header('accept-encoding'))
  const etag = inGzip ? `"${document.tag}-gzip"` : `"${document.tag}"`
  const common = { ETag: etag, 'Cache-Control': ONE_MINUTE, Vary: 'Accept-Encoding', ...headers }
  if (names(request.header('if-none-match'), document.tag)) return { status: 304, headers: common, body: '' }
  if (!inGzip) return { headers: common, type: document.type, body: document.bytes }
  return { headers: { ...common, 'Content-Encoding': 'gzip' }, type: document.type, body: await document.gzipped() }
}

/** If-None-Match compares weakly: `W/"x"` names `"x"`, and either encoding will do. */
function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const known = new Set([`"${tag}"`, `"${tag}-gzip"`])
  return ifNoneMatch.split(',').some((sent) => known.has(sent.trim().replace(/^W\//, '')))
}

/** Whether Accept-Encoding names gzip without refusing it by `q=0`. */
const takesGzip = (acceptEncoding: string | undefined): boolean =>
  (acceptEncoding ?? '')
    .split(',')
    .some((coding) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(coding))
