import { type Agent, Client, type Dispatcher } from 'undici'

import type { EgressAnswer, EgressConnection, EgressHop, EgressRequest } from '#shared/doors/egress.ts'
import { hostnameOf } from '#shared/lib/network/public/admit-url.ts'

import { type Connected, guardedConnector } from './connector.ts'
import { decodeBody } from './decode-body.ts'
import { Denied, Unreachable } from './denied.ts'
import { describeConnection } from './describe-connection.ts'
import { denialDelay, refusalFor, tooManyRedirects } from './failures.ts'
import type { EgressMeter } from './meter.ts'
import type { EgressPolicy } from './policy.ts'
import { redirectTarget } from './redirect-target.ts'
import { requestHeaders } from './request-headers.ts'
import { type Exchange, sendRequest } from './send-request.ts'

const MB = 1024 * 1024
/** Limits of undici clients (ms, bytes), for the shared agent and for inspected connections. */
export const PATIENCE = { headersTimeout: 10_000, bodyTimeout: 10_000, maxHeaderSize: 32_768 } as const
/** Bytes read of a redirect's body, so that the connection can be reused. */
const REDIRECT_BODY = { bytes: 65_536, cut: true }
/** Error codes of a reused connection that the server closed while we wrote. */
const STALE = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

export type FetchDeps = {
  policy: EgressPolicy
  /** Shared agent whose connections follow the same policy. */
  agent: Agent
  userAgent: string
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  meter: EgressMeter
  now: () => Date
}

/** Fetches a caller's URL. Vets every hop and enforces every limit. For its errors see doors/egress.ts. */
export async function fetchUrl(deps: FetchDeps, text: string, request: EgressRequest): Promise<EgressAnswer> {
  const stop = new AbortController()
  const onAbort = () => stop.abort(new Unreachable('the call ended'))
  if (request.signal?.aborted === true) onAbort()
  request.signal?.addEventListener('abort', onAbort)
  const deadline = setTimeout(() => stop.abort(new Unreachable('out of time')), request.timeoutMs ?? 10_000)
  const began = performance.now()
  let hopBegan = began
  try {
    const hops: EgressHop[] = []
    const maxRedirects = request.method === 'POST' ? 0 : Math.min(request.maxRedirects ?? 10, 20)
    let url = deps.policy.admit(text)
    for (;;) {
      hopBegan = performance.now()
      const { exchange, connected } = await exchangeOnce(deps, url, request, stop.signal)
      const location = redirectTarget(exchange.status, exchange.headers, url)
      if (location === null || maxRedirects === 0) {
        const answer = await answerOf(deps, { url, hops, location, exchange, connected, request, began })
        deps.meter.ended()
        return answer
      }
      if (hops.length === maxRedirects) throw tooManyRedirects(maxRedirects)
      hops.push({ url: url.href, status: exchange.status, location, ms: round(performance.now() - hopBegan) })
      hopBegan = performance.now()
      url = deps.policy.admit(location)
    }
  } catch (error) {
    deps.meter.ended(error)
    if (error instanceof Denied) await deps.pause(denialDelay(performance.now() - hopBegan), stop.signal)
    throw refusalFor(error, text)
  } finally {
    clearTimeout(deadline)
    request.signal?.removeEventListener('abort', onAbort)
  }
}

type Made = { exchange: Exchange; connected: (Connected & { facts: EgressConnection }) | null }

async function exchangeOnce(deps: FetchDeps, url: URL, request: EgressRequest, signal: AbortSignal): Promise<Made> {
  const cut = request.overflow === 'truncate'
  const bytes = Math.min(request.maxWireBytes ?? 5 * MB, 20 * MB)
  const isPost = request.method === 'POST'
  const follows = request.maxRedirects !== 0 && !isPost
  const send = (dispatcher: Dispatcher) =>
    sendRequest(dispatcher, url, {
      method: request.method ?? 'GET',
      headers: {
        ...requestHeaders(request, deps.userAgent),
        ...(isPost ? { 'content-type': 'application/json' } : {}),
      },
      body: isPost ? JSON.stringify(request.json ?? {}) : undefined,
      limitFor: (status) => (follows && status >= 300 && status < 400 ? REDIRECT_BODY : { bytes, cut }),
      signal,
    })
  if (request.inspect !== true) {
    const exchange = await send(deps.agent).catch((error: unknown) => {
      if (isPost || signal.aborted || !isStale(error)) throw error
      return send(deps.agent)
    })
    return { exchange, connected: null }
  }
  return sendInspected(deps.policy, url, send)
}

/** Sends over a new connection and describes it while it is open. */
async function sendInspected(
  policy: EgressPolicy,
  url: URL,
  send: (dispatcher: Dispatcher) => Promise<Exchange>,
): Promise<Made> {
  const seen: NonNullable<Made['connected']>[] = []
  const inspect = (made: Connected) => seen.push({ ...made, facts: describeConnection(made.socket, hostnameOf(url)) })
  const client = new Client(url.origin, { connect: guardedConnector(policy, { inspect }), allowH2: true, ...PATIENCE })
  try {
    const exchange = await send(client)
    return { exchange, connected: seen.at(-1) ?? null }
  } finally {
    void client.destroy().catch(() => undefined)
  }
}

async function answerOf(
  { now }: FetchDeps,
  made: Made & { url: URL; hops: readonly EgressHop[]; location: string | null; request: EgressRequest; began: number },
): Promise<EgressAnswer> {
  const { exchange, connected, url, hops, location, request, began } = made
  const { body, truncated } = await decodeBody(exchange.wire, exchange.headers['content-encoding'], {
    maxBytes: Math.min(request.maxBytes ?? 20 * MB, 20 * MB),
    cut: request.overflow === 'truncate',
  })
  const [type = '', ...parameters] = String([exchange.headers['content-type'] ?? ''].flat()[0]).split(';')
  return {
    url: url.href,
    status: exchange.status,
    headers: exchange.headers,
    contentType: type.trim().toLowerCase(),
    charset: charsetIn(parameters),
    body,
    wireBytes: exchange.wire.length,
    truncated: exchange.cut || truncated,
    hops,
    redirect: location,
    timings: {
      dns: roundOrNull(connected?.dnsMs),
      connect: roundOrNull(connected?.connectMs),
      tls: roundOrNull(connected?.tlsMs),
      firstByte: round(exchange.firstByteMs),
      total: round(performance.now() - began),
    },
    connection: connected?.facts ?? null,
    fetchedAt: now(),
  }
}

function charsetIn(parameters: readonly string[]): string | null {
  const found = parameters.map((word) => /^\s*charset\s*=\s*"?([^";]*)"?\s*$/i.exec(word)?.[1]).find(Boolean)
  return found?.trim().toLowerCase() ?? null
}

const isStale = (error: unknown) => error instanceof Error && 'code' in error && STALE.has(String(error.code))
const round = (ms: number) => Math.round(ms * 10) / 10
const roundOrNull = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : round(ms))
