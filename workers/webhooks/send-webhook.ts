import type { Agent } from 'undici'

import { Denied } from '../egress/denied.ts'
import { denialDelay } from '../egress/failures.ts'
import type { EgressPolicy } from '../egress/policy.ts'
import { sendRequest } from '../egress/send-request.ts'

/** Time of one attempt in ms, and the bytes of an answer that are read. */
const ATTEMPT_MS = 15_000
const ANSWER_BYTES = 1_000

/** How a receiver answered. `status` is null when no answer came; `error` says what is wrong, in one line. */
export type WebhookAnswer = {
  status: number | null
  error: string | null
  response: string | null
  retryAfterS: number | null
  ms: number
}

export type SendWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<WebhookAnswer>

/**
 * Opens the way to receivers of webhooks: guarded egress with connections of its own, no redirects, 15 seconds, and no
 * more of an answer than is shown. Never throws. undici is loaded by the first delivery.
 */
export function openSendWebhook(given: { policy: EgressPolicy; userAgent: string; attemptMs?: number }): SendWebhook {
  const { policy, userAgent, attemptMs = ATTEMPT_MS } = given
  let loading: Promise<Agent> | undefined
  const load = async () => {
    const [{ Agent: Made }, { guardedConnector }] = await Promise.all([
      import('undici'),
      import('../egress/connector.ts'),
    ])
    return new Made({
      connect: guardedConnector(policy),
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 10_000,
      // The deadline of each attempt is its own.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 16_384,
    })
  }
  return async (text, headers, body) => {
    const began = performance.now()
    const ended = (answer: Partial<WebhookAnswer>): WebhookAnswer => ({
      status: null,
      error: null,
      response: null,
      retryAfterS: null,
      ...answer,
      ms: Math.round(performance.now() - began),
    })
    // Not AbortSignal.timeout: that would keep each of thousands of attempts for the whole 15 seconds.
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), attemptMs)
    const { signal } = deadline
    try {
      const agent = await (loading ??= load())
      const exchange = await sendRequest(agent, policy.admit(text), {
        method: 'POST',
        body,
        headers: { ...headers, 'user-agent': userAgent, 'content-type': 'application/json' },
        limitFor: () => ({ bytes: ANSWER_BYTES, cut: true }),
        signal,
        firstByteMs: attemptMs,
      })
      const { status } = exchange
      const isTaken = status >= 200 && status < 300
      return ended({
        status,
        error: isTaken ? null : status < 400 ? 'It answered with a redirect, which is not followed.' : `HTTP ${status}`,
        response: exchange.wire.toString('utf8').replaceAll('\u0000', '').toWellFormed(),
        retryAfterS: isTaken ? null : secondsOf(String([exchange.headers['retry-after'] ?? ''].flat()[0])),
      })
    } catch (error) {
      if (error instanceof Denied) {
        await new Promise((done) => setTimeout(done, denialDelay(performance.now() - began)))
        return ended({ error: 'It could not be reached; only public addresses are called.' })
      }
      return ended({
        error: signal.aborted ? `No answer within ${attemptMs / 1_000} seconds.` : 'It could not be reached.',
      })
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Seconds that a Retry-After header asks for, as a number or a date; null when it says nothing of the kind. */
export function secondsOf(header: string, now = Date.now()): number | null {
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : NaN
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000))
}
