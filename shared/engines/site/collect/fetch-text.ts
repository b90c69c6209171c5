import { gunzip } from 'node:zlib'

import type { EgressDoor } from '#shared/doors/egress.ts'

import { decodeText } from '#shared/engines/page/decode-text.ts'

export type FetchedText = {
  /** The URL that answered, after redirects. */
  url: string
  status: number
  contentType: string
  bytes: number
  text: string
  /** Many servers answer every path with a page of theirs: then the file is not there. */
  isHtml: boolean
}

const TIMEOUT_MS = 6_000

/** Fetches one of a site's small public files, unpacked when it is a .gz. Throws what the egress door throws. */
export async function fetchText(
  egress: EgressDoor,
  url: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<FetchedText> {
  const answer = await egress.fetch(url, {
    maxRedirects: 5,
    maxWireBytes: mostBytes,
    maxBytes: mostBytes,
    overflow: 'truncate',
    timeoutMs: TIMEOUT_MS,
    signal,
  })
  const body = isGzip(answer.body) ? await unpacked(answer.body, mostBytes) : answer.body
  const { text } = decodeText(body, answer.charset)
  return {
    url: answer.url,
    status: answer.status,
    contentType: answer.contentType,
    bytes: body.length,
    text,
    isHtml: answer.contentType.includes('html') || /^\s*(?:<!doctype html|<html)/i.test(text.slice(0, 500)),
  }
}

/** Whether a file exists: found, and not a page that answers for every path. */
export const isThere = ({ status, isHtml, text }: FetchedText) =>
  status >= 200 && status < 300 && !isHtml && text.trim() !== ''

const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b

/** A body that is truncated, broken or too large when unpacked counts as empty. */
const unpacked = (body: Buffer, mostBytes: number) =>
  new Promise<Buffer>((done) => {
    gunzip(body, { maxOutputLength: mostBytes * 2 }, (error, bytes) => done(error === null ? bytes : Buffer.alloc(0)))
  })
