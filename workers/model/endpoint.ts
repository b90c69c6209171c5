import { Refusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { ModelRole } from '#shared/lib/models/model-roles.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import { allFailed } from '../upstreams/all-failed.ts'
import { askSource, type SourceDeps } from '../upstreams/ask-source.ts'
import type { RawReply } from '../upstreams/fetch-once.ts'
import { replyOf } from '../upstreams/reply.ts'

/** The model endpoint of a worker process. */
export type Endpoint = SourceDeps & {
  baseUrl: string
  apiKey: string | undefined
  /** Timeout in milliseconds for one answer, including its retry. */
  timeoutMs: number
  log: Log
}

export type Asked = {
  role: ModelRole
  /** Path below the base URL, with a leading slash. */
  path: string
  body: { json: unknown } | { form: FormData }
  expects: 'json' | 'bytes'
  /** Validates a reply. Throws UpstreamError, e.g. for an error inside a 200. */
  check?: (reply: RawReply) => void
  signal: AbortSignal
  /** Milliseconds left, including the retry. */
  leftMs: number
}

const MIB = 1024 * 1024
/** Answer limit in bytes. A PNG of 1,024 pixels squared is at most 4 MB before base64. */
const MAX_BYTES = 24 * MIB
/** Statuses that concern the request; the body says why. */
const ABOUT_THE_QUESTION = [400, 404, 413, 422] as const

/**
 * Sends one request to the endpoint, with the limits, single retry, Retry-After and circuit breaker of upstreams. Each
 * role has its own breaker. Returns replies with a status of ABOUT_THE_QUESTION. Throws `upstream_unavailable`.
 */
export async function askEndpoint(endpoint: Endpoint, asked: Asked): Promise<RawReply> {
  const { baseUrl, apiKey, log, meter } = endpoint
  const id = `model-${asked.role}` as const
  const { body, type } = await encodeBody(asked.body)
  const began = performance.now()
  try {
    const reply = await askSource(endpoint, {
      target: {
        id,
        // The operator's endpoint limits its own rate, with 429.
        upstream: { name: 'model', url: null, perSecond: 100, burst: 200, maxBytes: MAX_BYTES },
        url: new URL(baseUrl + asked.path),
        headers: {
          accept: asked.expects === 'json' ? 'application/json' : '*/*',
          'accept-encoding': 'gzip, br',
          'content-type': type,
          'user-agent': 'Farebox/1.0',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body,
        sourceUrl: null,
        cacheKey: '',
      },
      answers: ABOUT_THE_QUESTION,
      validators: null,
      check: (raw) => {
        if (raw.status < 300) asked.check?.(raw)
      },
      budgetMs: Math.max(1, asked.leftMs),
      signal: asked.signal,
      mayRepeat: true,
    })
    if (reply === null) throw new UpstreamError('bad_response', 'it answered 304')
    meter.answered(id, 'ok')
    return reply
  } catch (error) {
    asked.signal.throwIfAborted()
    if (error instanceof Refusal) throw error
    throw translateFailure(endpoint, asked.role, error, performance.now() - began)
  } finally {
    log.debug({ source: id, ms: Math.round(performance.now() - began) }, 'model asked')
  }
}

/** Converts a failure to the caller's refusal; faults of ours pass through. The log gets nothing of the request. */
export function translateFailure(
  { log, meter }: Pick<Endpoint, 'log' | 'meter'>,
  role: ModelRole,
  error: unknown,
  ms = 0,
): Error {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  const known = isTimeout ? new UpstreamError('timeout', 'it took too long') : error
  if (!(known instanceof UpstreamError)) return known instanceof Error ? known : new Error('something was thrown')
  const id = `model-${role}` as const
  meter.answered(id, known.problem)
  log.warn({ upstream: id, problem: known.problem, reason: known.message, ms: Math.round(ms) }, 'model failed')
  return allFailed([{ source: id, problem: known.problem, retryAfterMs: known.retryAfterMs }])
}

/** Parses the JSON of a reply. Throws UpstreamError `bad_response`, or what an error inside a 200 means. */
export function jsonOf(raw: RawReply): unknown {
  const value = replyOf(raw, 'json').json()
  const error = typeof value === 'object' && value !== null && 'error' in value ? value.error : null
  if (error === null || error === undefined || raw.status >= 300) return value
  const words = JSON.stringify(error).slice(0, 400)
  if (/rate.?limit|quota|overloaded|too many/i.test(words))
    throw new UpstreamError('rate_limited', 'an error inside a 200')
  throw new UpstreamError('bad_response', 'an error inside a 200')
}

async function encodeBody(body: Asked['body']): Promise<{ body: string | Uint8Array; type: string }> {
  if ('json' in body) return { body: JSON.stringify(body.json), type: 'application/json' }
  const form = new Response(body.form)
  return { body: new Uint8Array(await form.arrayBuffer()), type: form.headers.get('content-type') ?? '' }
}
