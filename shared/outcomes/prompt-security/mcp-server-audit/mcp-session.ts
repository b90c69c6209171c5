import type { EgressAnswer, EgressDoor } from '#shared/doors/egress.ts'

import { objectOr } from '#shared/engines/capability/tool-like.ts'
import { isDeeperThan } from '#shared/engines/json/json-value.ts'

const STEP_MS = 4_000
/** For all requests together; the audit needs the rest of the outcome's time. */
const ALL_MS = 8_000
const MAX_BYTES = 4 * 1024 * 1024
const MAX_LEVELS = 64

/** A conversation with an MCP server over Streamable HTTP, bounded in time and bytes, without credentials. */
export type McpSession = {
  /** Sends a request, or a notification, which has no id and no answer. Throws what the egress door throws. */
  send: (method: string, params?: Record<string, unknown>) => Promise<EgressAnswer>
  /** Headers of every later request. */
  take: (headers: Record<string, string | undefined>) => void
  isOutOfTime: () => boolean
}

export function openMcpSession(url: string, egress: EgressDoor, signal: AbortSignal): McpSession {
  let headers: Record<string, string> = {}
  let nextId = 1
  let leftMs = ALL_MS
  return {
    async send(method, params) {
      const timeoutMs = Math.min(STEP_MS, leftMs)
      // What fails has used all of its time.
      leftMs -= timeoutMs
      const id = params === undefined ? {} : { id: nextId++ }
      const answer = await egress.fetch(url, {
        method: 'POST',
        json: { jsonrpc: '2.0', ...id, method, ...(params === undefined ? {} : { params }) },
        accept: 'application/json, text/event-stream',
        headers,
        maxBytes: MAX_BYTES,
        maxWireBytes: MAX_BYTES,
        overflow: 'truncate',
        timeoutMs,
        signal,
      })
      leftMs += Math.max(0, timeoutMs - Math.ceil(answer.timings.total))
      return answer
    },
    take(sent) {
      headers = Object.fromEntries(
        Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      )
    },
    isOutOfTime: () => leftMs < 50,
  }
}

/** The result of a JSON-RPC answer, in JSON or as a server-sent event; null when it is none, or nested without end. */
export function resultIn({ status, contentType, body }: EgressAnswer): Record<string, unknown> | null {
  if (status < 200 || status > 299) return null
  const text = body.toString('utf8')
  const messages = contentType === 'text/event-stream' ? text.split(/\r?\n\r?\n/).map(dataOf) : [text]
  for (const message of messages) {
    try {
      const sent: unknown = JSON.parse(message)
      const { result } = objectOr(sent)
      if (typeof result === 'object' && result !== null && !isDeeperThan(result, MAX_LEVELS)) return objectOr(result)
    } catch {
      // A stream holds comments and other events too.
    }
  }
  return null
}

const dataOf = (event: string) =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n')
