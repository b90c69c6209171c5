import { Refusal, type WireRefusal } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import type { RunEnd } from './run-end.ts'
import type { Threads } from './threads.ts'

export const TIMED_OUT: WireRefusal = {
  code: 'timeout',
  error: 'This call ran longer than its time limit; nothing was charged.',
  fix: { action: 'Send less in one call, or send it again.' },
  retryAfterS: 1,
}

/** The timeout refusal when the input itself used up the time. `ran_ms` is how long it ran. */
const tooSlow = (ranMs: number): WireRefusal => ({
  ...TIMED_OUT,
  error: 'This input takes longer than the time limit of its outcome; nothing was charged.',
  fix: { action: 'Send less in one call, or something simpler.' },
  extra: { ran_ms: Math.round(ranMs) },
})

export const FAULT: WireRefusal = {
  code: 'internal',
  error: 'Something failed on our side; nothing was charged.',
  fix: { action: 'Send the call again; quote call_id if it stays.' },
  retryAfterS: 2,
}

/**
 * Runs one outcome inside `leftMs`. A Refusal is an answer; anything else thrown is a fault of ours, logged here once.
 * Outcomes whose time an input can stretch run in a thread that is stopped for real; others are merely no longer waited
 * for. Waiting for a thread is no running: it may take until `deadlineMs` from now, which is `leftMs` unless said. An input
 * given as JSON text is parsed where it runs; it holds no secret.
 */
export async function runOutcome(
  { outcome }: CatalogEntry,
  input: Record<string, unknown> | string,
  context: Omit<OutcomeContext, 'signal'>,
  leftMs: number,
  { threads, log, deadlineMs = leftMs }: { threads: Threads; log: Log; deadlineMs?: number },
): Promise<RunEnd> {
  const isInThread = outcome.isolation === 'thread'
  const stop = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<RunEnd>()
  const timer = setTimeout(
    () => {
      stop.abort()
      resolve({ refusal: TIMED_OUT })
    },
    isInThread ? deadlineMs : leftMs,
  )
  try {
    const running = isInThread
      ? threads.run(outcome.slug, input, context.callId, { signal: stop.signal, timeoutMs: leftMs })
      : outcome
          .run(valueOf(input), { ...context, signal: stop.signal })
          .then((answer) => ({ result: JSON.stringify(answer) }))
    running.catch(() => undefined)
    return await Promise.race([running, late])
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.toWire() }
    if (isInThread && error instanceof Error && error.name === 'AbortError') return { refusal: tooSlow(leftMs) }
    const err = withoutSecrets(error, outcome.secrets, input)
    log.error({ err, callId: context.callId, slug: outcome.slug }, 'outcome fault')
    return { refusal: FAULT }
  } finally {
    clearTimeout(timer)
  }
}

// Safe: only a JSON object is stored as an input.
const valueOf = (input: Record<string, unknown> | string) =>
  typeof input === 'string' ? (JSON.parse(input) as Record<string, unknown>) : input

/** A fault as it may be logged: what the caller declared secret is cut out of its message. */
function withoutSecrets(error: unknown, names: readonly string[], input: Record<string, unknown> | string): unknown {
  if (typeof input === 'string') return error
  const secrets = names.map((name) => input[name]).filter((value) => typeof value === 'string' && value !== '')
  if (!(error instanceof Error) || secrets.length === 0) return error
  const told = new Error(
    secrets.reduce<string>((text, secret) => text.replaceAll(String(secret), '[secret]'), error.message),
  )
  told.name = error.name
  told.stack = error.stack ?? ''
  return told
}
