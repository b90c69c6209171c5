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
 * Runs an outcome within `leftMs`. A Refusal is an answer; any other error is a fault of ours and is logged once here.
 * Outcomes that an input can slow down run in a thread, which is terminated on timeout; others are just abandoned.
 * `leftMs` does not include waiting for a thread: that may last until `deadlineMs` from now (default: `leftMs`).
 */
export async function runOutcome(
  { outcome }: CatalogEntry,
  input: Record<string, unknown>,
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
      : outcome.run(input, { ...context, signal: stop.signal }).then((answer) => ({ result: JSON.stringify(answer) }))
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

/** Removes the values of secret input fields from the message of an error, for the log. */
function withoutSecrets(error: unknown, names: readonly string[], input: Record<string, unknown>): unknown {
  const secrets = names.map((name) => input[name]).filter((value) => typeof value === 'string' && value !== '')
  if (!(error instanceof Error) || secrets.length === 0) return error
  const told = new Error(
    secrets.reduce<string>((text, secret) => text.replaceAll(String(secret), '[secret]'), error.message),
  )
  told.name = error.name
  told.stack = error.stack ?? ''
  return told
}
