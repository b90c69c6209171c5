import { CallError } from './call-error.ts'
import type { Answered, CallEvent, CallHandle, InputOf, ResultOf, Slug } from './call-types.ts'
import { payByX402, type TypedDataSigner } from './pay-by-x402.ts'
import { readEvents } from './read-events.ts'
import { pause, type Send, sendAgain, type Sent } from './send-again.ts'

/** How calls are paid, and how the client sends. Without `key`, `pass`, `account` and `pay` only free calls succeed. */
export type ClientOptions = {
  /** The address of the service, such as http://127.0.0.1:8402. */
  url: string
  /** A service key: prepaid or trial. */
  key?: string
  /** A day, week or month pass. */
  pass?: string
  /** Signs a payment on Base for each call, by x402. */
  account?: TypedDataSigner
  /** The most that one call may cost, in US cents; default 100. */
  maxCents?: number
  /** Pays a 402 in another way, by any x402 or MPP library: returns the headers to send with the call, or null. */
  pay?: (unpaid: { url: string; headers: Headers; body: unknown }) => Promise<Record<string, string> | null>
  /** Instead of the global fetch. */
  fetch?: Send
}

export type CallOptions = {
  /** Two calls with one key are one call. Default: a random one. */
  idempotencyKey?: string
  /** The most that this call may cost, in US cents. */
  maxCents?: number
  signal?: AbortSignal
}

/** Micro-USDC of a cent. */
const ATOMIC_PER_CENT = 10_000n
const MAX_CENTS = 100

/**
 * Opens a client of a Farebox service. `call` returns the answer of a call, however long it runs; `start` returns at
 * once, and `read`, `events` and `wait` follow the call. All of them throw CallError.
 */
export function openClient(options: ClientOptions) {
  const send = options.fetch ?? globalThis.fetch
  const base = options.url.replace(/\/$/, '')

  async function post(slug: string, input: unknown, prefer: string, call: CallOptions): Promise<Sent> {
    const url = `${base}/api/v1/outcomes/${slug}`
    const maxCents = call.maxCents ?? options.maxCents ?? MAX_CENTS
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      'Idempotency-Key': call.idempotencyKey ?? crypto.randomUUID(),
      'X-Max-Cents': String(maxCents),
      Prefer: prefer,
      ...(options.key === undefined ? {} : { 'X-Service-Key': options.key }),
      ...(options.pass === undefined ? {} : { 'X-Day-Pass': options.pass }),
    }
    const request = { method: 'POST', headers, body: JSON.stringify(input), signal: call.signal ?? null }
    const answer = await sendAgain(send, url, request)
    if (answer.status !== 402) return answer
    const payment =
      (await options.pay?.({ url, headers: answer.headers, body: answer.body })) ??
      (options.account && (await payByX402(answer.headers, options.account, BigInt(maxCents) * ATOMIC_PER_CENT)))
    // One payment for one call: a payment that is refused is never followed by another.
    return payment ? sendAgain(send, url, { ...request, headers: { ...headers, ...payment } }) : answer
  }

  const get = ({ call_id, call_token }: CallHandle, path = '', headers: Record<string, string> = {}) => ({
    url: `${base}/api/v1/calls/${call_id}${path}`,
    request: { headers: { 'X-Call-Token': call_token, ...headers } },
  })

  /** Reads a call: its answer, or null while it runs. Throws when it failed or was purged (24 hours after its end). */
  async function read<Result = unknown>(handle: CallHandle, signal?: AbortSignal): Promise<Answered<Result> | null> {
    const { url, request } = get(handle)
    const { status, body } = await sendAgain(send, url, { ...request, signal: signal ?? null })
    return status === 200 && body['status'] === 'running' ? null : answered<Result>(status, { ...handle, ...body })
  }

  /** Waits for the end of a call and returns its answer. */
  async function wait<Result = unknown>(handle: CallHandle, signal?: AbortSignal): Promise<Answered<Result>> {
    for (let pauseMs = 500; ; pauseMs = Math.min(5_000, pauseMs * 1.5)) {
      const answer = await read<Result>(handle, signal)
      if (answer !== null) return answer
      await pause(pauseMs, signal)
    }
  }

  return {
    read,
    wait,

    /** Calls an outcome and returns its answer, also of a call that outlasts one request. */
    async call<Name extends Slug>(
      slug: Name,
      input: InputOf<Name>,
      call: CallOptions = {},
    ): Promise<Answered<ResultOf<Name>>> {
      const { status, body } = await post(slug, input, 'wait=50', call)
      return status === 202 ? wait<ResultOf<Name>>(handleOf(body), call.signal) : answered(status, body)
    },

    /** Starts a call and returns at once. */
    async start<Name extends Slug>(slug: Name, input: InputOf<Name>, call: CallOptions = {}): Promise<CallHandle> {
      const { status, body } = await post(slug, input, 'respond-async', call)
      if (status !== 202 && body['ok'] !== true) throw new CallError(status, body)
      return handleOf(body)
    },

    /** Watches a call: its steps as they begin and end, then its answer. Ends when the connection does. */
    async *events(handle: CallHandle, lastEventId?: string, signal?: AbortSignal): AsyncGenerator<CallEvent> {
      const { url, request } = get(handle, '/events', lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId })
      const response = await send(url, { ...request, signal: signal ?? null })
      if (response.status === 204 || response.body === null) return
      // Safe: every error of ours is a JSON object.
      if (!response.ok) throw new CallError(response.status, (await response.json()) as Record<string, unknown>)
      yield* readEvents(response.body)
    },
  }
}

const handleOf = ({ call_id, call_token }: Record<string, unknown>): CallHandle => ({
  call_id: String(call_id),
  call_token: String(call_token),
})

function answered<Result>(status: number, body: Record<string, unknown>): Answered<Result> {
  if (body['ok'] !== true) throw new CallError(status, body)
  // Safe: the answer of a call of this server; its result was checked by the declaration's schema.
  return body as unknown as Answered<Result>
}
