import type { Dispatcher } from 'undici'

import { UpstreamError } from '#shared/doors/upstreams.ts'

import type { Agents } from './agents.ts'
import { readBody } from '../egress/read-body.ts'
import { isRateLimit, retryAfterMs } from './retry-after.ts'
import type { Target } from './target.ts'

/** An upstream's reply, decompressed. */
export type RawReply = {
  status: number
  /** The Content-Type header; empty if absent. */
  contentType: string
  body: Buffer
  etag: string | null
  lastModified: string | null
}

/** Validators of a cached copy. */
export type Validators = Pick<RawReply, 'etag' | 'lastModified'>

const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Sends one request to an upstream and follows redirects within its origin. Null: 304, the cached copy is still valid.
 * Throws UpstreamError for failures, and the signal's reason when aborted.
 */
export async function fetchOnce(
  agents: Agents,
  target: Target,
  { answers, validators, signal }: { answers: readonly number[]; validators: Validators | null; signal: AbortSignal },
): Promise<RawReply | null> {
  const agent = await agents.of(target.id)
  const isGet = target.body === undefined
  const headers = isGet ? { ...target.headers, ...conditional(validators) } : target.headers
  let url = target.url
  for (let hop = 0; ; hop += 1) {
    const reply = await agent
      .request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: isGet ? 'GET' : 'POST',
        headers,
        body: target.body ?? null,
        signal,
      })
      .catch((error: unknown) => fail(error, signal))
    // An aborted body still emits `error`; without a listener that would end the process.
    reply.body.on('error', () => {})
    if (isGet && REDIRECTS.has(reply.statusCode) && hop < MAX_REDIRECTS) {
      drop(reply)
      const away = target.upstream.redirector === true ? leadsAway(url, reply) : null
      if (away !== null) return away
      url = nextHop(url, reply)
      continue
    }
    return await takeReply(reply, target, answers, signal)
  }
}

async function takeReply(
  reply: Dispatcher.ResponseData,
  target: Target,
  answers: readonly number[],
  signal: AbortSignal,
) {
  const { statusCode: status, headers } = reply
  if (status === 304) {
    drop(reply)
    return null
  }
  const isAnswer = (status >= 200 && status < 300) || answers.includes(status)
  if (!isAnswer) {
    drop(reply)
    throw wrongStatus(status, headers)
  }
  const maxBytes = target.upstream.maxBytes ?? MAX_BYTES
  if (Number(text(headers['content-length'])) > maxBytes) {
    reply.body.destroy()
    throw new UpstreamError('too_large', `it answered with more than ${maxBytes} bytes`)
  }
  const body = await readBody(reply.body, text(headers['content-encoding']), maxBytes).catch((error: unknown) =>
    fail(error, signal),
  )
  return {
    status,
    contentType: text(headers['content-type']),
    body,
    etag: text(headers['etag']) || null,
    lastModified: text(headers['last-modified']) || null,
  }
}

/** The answer of a redirector: its target, unless that is on its own origin. */
function leadsAway(from: URL, { headers }: Dispatcher.ResponseData): RawReply | null {
  const to = URL.parse(text(headers['location']), from.href)
  if (to === null || to.origin === from.origin) return null
  const body = Buffer.from(JSON.stringify({ location: to.href }))
  return { status: 200, contentType: 'application/json', body, etag: null, lastModified: null }
}

function nextHop(from: URL, { statusCode, headers }: Dispatcher.ResponseData): URL {
  const to = URL.parse(text(headers['location']), from.href)
  // Keys must not be sent to another origin, and a consent page or parked domain is not an answer.
  if (to === null || to.origin !== from.origin) {
    throw new UpstreamError('bad_response', `it answered with a redirect (${statusCode}) to somewhere else`)
  }
  return to
}

function wrongStatus(status: number, headers: Dispatcher.ResponseData['headers']): UpstreamError {
  const wait = retryAfterMs(headers, Date.now())
  const more = { retryAfterMs: wait, status }
  if (isRateLimit(status, headers)) return new UpstreamError('rate_limited', `it answered ${status}`, more)
  if (status >= 500) return new UpstreamError('server_error', `it answered ${status}`, more)
  if (status >= 300 && status < 400) return new UpstreamError('bad_response', `it answered ${status}`, { status })
  return new UpstreamError('refused', `it answered ${status}`, { status })
}

/** undici errors that concern the answer, not the connection. */
const PROBLEMS: Readonly<Record<string, 'timeout' | 'too_large' | 'bad_response'>> = {
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'bad_response',
  HTTPParserError: 'bad_response',
}

function fail(error: unknown, signal: AbortSignal): never {
  if (signal.aborted) throw isTimeout(signal.reason) ? new UpstreamError('timeout', 'it took too long') : signal.reason
  if (error instanceof UpstreamError) throw error
  const code = codeOf(error)
  throw new UpstreamError(PROBLEMS[code] ?? 'unreachable', `the request failed: ${code}`, { cause: error })
}

/** Error code. For parser errors of undici the name. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error'
  const isCoded = error.name !== 'HTTPParserError' && 'code' in error && typeof error.code === 'string'
  return isCoded ? String(error.code) : error.name
}

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === 'TimeoutError'

function conditional(validators: Validators | null): Record<string, string> {
  const { etag = null, lastModified = null } = validators ?? {}
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
}

/** Discards a body. Keeps the connection if little of the body is left. */
function drop({ body }: Dispatcher.ResponseData): void {
  void body.dump({ limit: 65_536 }).catch(() => {})
}

const text = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : (value ?? ''))
