import type { Dispatcher } from 'undici'

import { Unreachable } from './denied.ts'
import { tooLarge } from './failures.ts'

/** Limit of a body in bytes. Beyond it the body is truncated (`cut`) or refused. */
export type BodyLimit = { bytes: number; cut: boolean }

export type Exchange = {
  status: number
  /** Lower-case names; values as Latin-1, one character per byte. */
  headers: Record<string, string | string[]>
  wire: Buffer
  cut: boolean
  firstByteMs: number
}

const FIRST_BYTE_MS = 8_000

/**
 * Sends one request and reads its answer, without redirects and without decoding the body. `limitFor` is called once
 * the headers have arrived. Throws network errors, and a Refusal for a body over its limit.
 */
export function sendRequest(
  dispatcher: Dispatcher,
  url: URL,
  options: {
    method: 'GET' | 'HEAD' | 'POST'
    body?: string | undefined
    headers: Record<string, string>
    limitFor: (status: number) => BodyLimit
    signal: AbortSignal
    firstByteMs?: number
  },
): Promise<Exchange> {
  const { method, headers, body, limitFor, signal, firstByteMs = FIRST_BYTE_MS } = options
  const { promise, resolve, reject } = Promise.withResolvers<Exchange>()
  const began = performance.now()
  const chunks: Buffer[] = []
  let controller: Dispatcher.DispatchController | undefined
  let firstByte: NodeJS.Timeout | undefined
  let limit: BodyLimit = { bytes: 0, cut: true }
  let head: Pick<Exchange, 'status' | 'headers' | 'firstByteMs'> | undefined
  let size = 0
  let settled = false

  const settle = () => {
    settled = true
    clearTimeout(firstByte)
    signal.removeEventListener('abort', onAbort)
  }
  const fail = (error: unknown) => {
    if (settled) return
    settle()
    reject(error instanceof Error ? error : new Unreachable('failed', { cause: error }))
    controller?.abort(STOPPED)
  }
  const finish = (cut: boolean) => {
    if (settled || head === undefined) return
    settle()
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size)
    resolve({ ...head, wire: cut ? all.subarray(0, limit.bytes) : all, cut })
    if (cut) controller?.abort(STOPPED)
  }
  const onAbort = () => fail(signal.reason)

  if (signal.aborted) {
    onAbort()
    return promise
  }
  signal.addEventListener('abort', onAbort)
  dispatcher.dispatch(
    { origin: url.origin, path: url.pathname + url.search, method, headers, body: body ?? null },
    {
      onRequestStart(given) {
        controller = given
        if (settled) given.abort(STOPPED)
        else firstByte = setTimeout(() => fail(new Unreachable('no answer in time')), firstByteMs)
      },
      onResponseStart(_controller, status, received) {
        // Ignore informational (1xx) answers.
        if (status < 200) return
        clearTimeout(firstByte)
        head = { status, headers: headersOf(received), firstByteMs: performance.now() - began }
        limit = limitFor(status)
        const declared = Number(head.headers['content-length'] ?? 0)
        if (method !== 'HEAD' && !limit.cut && declared > limit.bytes) fail(tooLarge(limit.bytes))
      },
      onResponseData(_controller, chunk) {
        if (settled) return
        chunks.push(chunk)
        size += chunk.length
        if (size <= limit.bytes) return
        if (limit.cut) finish(true)
        else fail(tooLarge(limit.bytes))
      },
      onResponseEnd: () => finish(false),
      onResponseError: (_controller, error) => fail(error),
    },
  )
  return promise
}

const STOPPED = new Unreachable('stopped')

function headersOf(received: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(received)
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value = '']) => [name, name === 'set-cookie' ? [value].flat() : value]),
  )
}
