import { Refusal } from '#shared/errors.ts'
import type { EgressAnswer, EgressDoor } from '#shared/doors/egress.ts'

import { decodeText } from '#shared/engines/page/decode-text.ts'
import { htmlRedirect } from './html-redirect.ts'

export type TracedHop = {
  n: number
  url: string
  status: number
  type: 'http' | 'meta_refresh' | 'js_hint'
  location: string
  latency_ms: number
}

export type StopReason = 'final' | 'loop' | 'max_hops' | 'blocked_target' | 'error'

export type Trace = {
  hops: TracedHop[]
  /** Every URL that was asked, in order; the last one is where it ended. */
  chain: string[]
  followed: number
  stopReason: StopReason
  /** The answer of the last URL; null when it gave none. */
  last: EgressAnswer | null
}

const BODY_BYTES = 65_536
const HOP_MS = 6_000
const HTML = /^(?:text\/html|application\/xhtml\+xml)?$/

/**
 * Follows a link hop by hop: Location, then meta refresh. A refusal of the first URL is thrown; later ones end the trace,
 * for they are what was asked about.
 */
export async function traceRedirects(
  egress: EgressDoor,
  start: string,
  { maxHops, totalMs, signal }: { maxHops: number; totalMs: number; signal: AbortSignal },
): Promise<Trace> {
  const until = performance.now() + totalMs
  const trace: Trace = { hops: [], chain: [], followed: 0, stopReason: 'final', last: null }
  const visited = new Set<string>()
  let url = start
  for (;;) {
    const answer = await fetchHop(egress, url, Math.min(HOP_MS, until - performance.now()), signal).catch(
      (error: unknown) => {
        if (trace.chain.length > 0 && error instanceof Refusal) return error
        throw error
      },
    )
    if (answer instanceof Refusal) return { ...trace, ...endedBy(answer, trace, url) }
    trace.last = answer
    trace.chain.push(answer.url)
    visited.add(withoutHash(answer.url))
    const next = nextOf(answer)
    if (next === null) return trace
    trace.hops.push({
      n: trace.hops.length + 1,
      url: answer.url,
      status: answer.status,
      ...next,
      latency_ms: answer.timings.total,
    })
    if (next.type === 'js_hint') return trace
    if (visited.has(withoutHash(next.location))) return { ...trace, stopReason: 'loop' }
    if (trace.followed === maxHops) return { ...trace, stopReason: 'max_hops' }
    trace.followed++
    url = next.location
  }
}

function fetchHop(egress: EgressDoor, url: string, timeoutMs: number, signal: AbortSignal): Promise<EgressAnswer> {
  return egress.fetch(url, {
    accept: 'text/html, */*;q=0.5',
    maxRedirects: 0,
    maxWireBytes: BODY_BYTES,
    maxBytes: 4 * BODY_BYTES,
    overflow: 'truncate',
    timeoutMs: Math.max(1, timeoutMs),
    signal,
  })
}

/** A denied target was never asked, so the trace ends before it; one that did not answer is where it ends. */
function endedBy({ code }: Refusal, { chain, followed }: Trace, url: string): Partial<Trace> {
  if (code === 'url_not_allowed') return { stopReason: 'blocked_target', followed: followed - 1 }
  return { stopReason: 'error', chain: [...chain, url], last: null }
}

function nextOf(answer: EgressAnswer): Pick<TracedHop, 'type' | 'location'> | null {
  const { status, headers, url, contentType, charset, body } = answer
  if (answer.redirect !== null) return { type: 'http', location: answer.redirect }
  if (status < 200 || status >= 300 || !HTML.test(contentType)) return null
  const { text } = decodeText(body, charset)
  const [refresh] = [headers['refresh'] ?? []].flat()
  // Header values come one character a byte.
  return htmlRedirect(text, url, refresh === undefined ? null : Buffer.from(refresh, 'latin1').toString('utf8'))
}

const withoutHash = (url: string) => url.split('#')[0] ?? url
