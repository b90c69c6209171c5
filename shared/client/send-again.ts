import { CallError } from './call-error.ts'

/** Attempts in all, and the longest pause between two, in milliseconds. */
const ATTEMPTS = 4
const LONGEST_PAUSE_MS = 30_000

export type Sent = { status: number; headers: Headers; body: Record<string, unknown> }
export type Send = typeof globalThis.fetch

/**
 * Sends one request until it gets a definite answer. The same bytes and headers are sent each time: the Idempotency-Key
 * or the payment among them makes sure that a call runs, and is charged, once. Throws the network's error after the last
 * attempt.
 */
export async function sendAgain(send: Send, url: string, request: RequestInit): Promise<Sent> {
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === ATTEMPTS
    const answer = await sendOnce(send, url, request).catch((error: unknown) => {
      if (isLast || request.signal?.aborted === true || error instanceof CallError) throw error
      return null
    })
    if (answer !== null && (isLast || !mayRetry(answer))) return answer
    await pause(answer === null ? 250 * 2 ** attempt : pauseOf(answer), request.signal)
  }
}

async function sendOnce(send: Send, url: string, request: RequestInit): Promise<Sent> {
  const { status, headers, ...response } = await readText(await send(url, request))
  return { status, headers, body: bodyOf(status, response.text) }
}

const readText = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})

function bodyOf(status: number, text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    // Safe: an object.
    if (typeof body === 'object' && body !== null) return body as Record<string, unknown>
  } catch {
    // A proxy may answer with a page; below 500 that is no answer of ours.
  }
  if (status >= 500) return { retryable: true, code: 'unavailable', error: `The server answered ${status}.` }
  throw new CallError(status, { error: `The answer (${status}) is not JSON. Is this the address of a Farebox?` })
}

const mayRetry = ({ status, body }: Sent) => status !== 402 && body['retryable'] === true

const pauseOf = ({ body }: Sent) => {
  const { retry_after_s: seconds } = body
  return Math.min(LONGEST_PAUSE_MS, typeof seconds === 'number' ? seconds * 1_000 : 500)
}

/** Waits, and throws the signal's reason when it is aborted meanwhile. */
export function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
