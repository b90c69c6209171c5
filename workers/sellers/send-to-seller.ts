import type { Agent } from 'undici'

import { Refusal } from '#shared/errors.ts'

import { decodeBody } from '../egress/decode-body.ts'
import { Denied } from '../egress/denied.ts'
import { denialDelay } from '../egress/failures.ts'
import type { EgressMeter } from '../egress/meter.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import { sendRequest } from '../egress/send-request.ts'
import { SellerFailed } from './seller-failed.ts'

/** Most bytes of a seller's answer, on the wire and unpacked. */
const ANSWER_BYTES = 1_048_576
/** Most bytes of a seller's headers together. */
const HEADER_BYTES = 16_384
/** Time for DNS, connection and TLS beside the seller's own. */
const CONNECT_MS = 3_000

export type SellerDoor = (request: SellerRequest) => Promise<{ text: string; ms: number }>
export type SellerRequest = {
  url: string
  headers: Readonly<Record<string, string>>
  /** JSON text. */
  body: string
  timeoutMs: number
  signal: AbortSignal
}

/**
 * Opens the way to sellers: guarded egress, connections of its own, redirects never followed. Resolves with the JSON text
 * of a 2xx answer, not yet parsed. Throws SellerFailed for everything else. undici is loaded by the first request.
 */
export function openSellerDoor(given: { policy: EgressPolicy; userAgent: string; meter: EgressMeter }): SellerDoor {
  let loading: Promise<Agent> | undefined
  const load = async () => {
    const [{ Agent: Made }, { guardedConnector }] = await Promise.all([
      import('undici'),
      import('../egress/connector.ts'),
    ])
    return new Made({
      connect: guardedConnector(given.policy),
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 10_000,
      // The deadline of each request is its own.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: HEADER_BYTES,
    })
  }
  return async (request) => {
    const agent = await (loading ??= load())
    return post(given, agent, request)
  }
}

async function post(
  { policy, userAgent, meter }: { policy: EgressPolicy; userAgent: string; meter: EgressMeter },
  dispatcher: Agent,
  { url: text, headers, body, timeoutMs, signal }: SellerRequest,
): Promise<{ text: string; ms: number }> {
  const began = performance.now()
  const stop = new AbortController()
  const onAbort = () => stop.abort(new SellerFailed('timeout'))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort)
  const deadline = setTimeout(onAbort, timeoutMs + CONNECT_MS)
  try {
    const url = policy.admit(text)
    const exchange = await sendRequest(dispatcher, url, {
      method: 'POST',
      body,
      headers: {
        ...headers,
        'user-agent': userAgent,
        accept: 'application/json',
        'accept-encoding': 'gzip, deflate, br',
        'content-type': 'application/json',
      },
      limitFor: () => ({ bytes: ANSWER_BYTES, cut: false }),
      signal: stop.signal,
      firstByteMs: timeoutMs + CONNECT_MS,
    })
    meter.ended()
    const { status } = exchange
    if (status >= 300 && status < 400) throw new SellerFailed('redirect', `HTTP ${status}`)
    if (status === 400 || status === 422) throw new SellerFailed('refused', `HTTP ${status}`)
    if (status < 200 || status > 299) throw new SellerFailed('status', `HTTP ${status}`)
    const type = String([exchange.headers['content-type'] ?? ''].flat()[0])
    if (!IS_JSON.test(type)) throw new SellerFailed('content_type', type.slice(0, 80) || 'none')
    const limits = { maxBytes: ANSWER_BYTES, cut: false }
    const decoded = await decodeBody(exchange.wire, exchange.headers['content-encoding'], limits)
    return { text: utf8.decode(decoded.body), ms: performance.now() - began }
  } catch (error) {
    if (error instanceof Denied) {
      meter.ended(error)
      await waitUntil(denialDelay(performance.now() - began), stop.signal)
    }
    throw failureOf(error)
  } finally {
    clearTimeout(deadline)
    signal.removeEventListener('abort', onAbort)
  }
}

const IS_JSON = /^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** How a failed exchange counts. Faults of ours are returned unchanged. */
function failureOf(error: unknown): unknown {
  if (error instanceof SellerFailed) return error
  if (error instanceof Denied) return new SellerFailed('address', 'its address is not public', { cause: error })
  // Too large, a decompression bomb, an unknown encoding.
  if (error instanceof Refusal) return new SellerFailed('answer_size', error.message, { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return new SellerFailed('not_json', 'it is not UTF-8', { cause: error })
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW')
    return new SellerFailed('headers', `more than ${HEADER_BYTES} bytes`, { cause: error })
  return code === '' || code.startsWith('ERR_INVALID_ARG')
    ? error
    : new SellerFailed('unreachable', undefined, { cause: error })
}

const waitUntil = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
