import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'

import { Refusal } from '#shared/errors.ts'

import { errorBody } from './error-body.ts'

const STATUS_LINES = {
  400: '400 Bad Request',
  408: '408 Request Timeout',
  431: '431 Request Header Fields Too Large',
} as const

/** Time for the answer to get through before the connection is destroyed. */
const LINGER_MS = 1_000

/**
 * Answers a request that is malformed, has too large headers or arrives too slowly with the usual error body, then
 * closes the connection.
 */
export function answerBrokenHttp(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const requestId = `req_${randomBytes(12).toString('hex')}`
  const [status, refusal] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([
          431,
          new Refusal('header_fields_too_large', 'The headers are over 32,768 bytes.', {
            fix: { action: 'Send fewer or shorter headers.' },
          }),
        ] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([
            408,
            new Refusal('request_timeout', 'The request did not arrive in time.', {
              fix: { action: 'Send the request again, faster.' },
              retryAfterS: 1,
            }),
          ] as const)
        : ([
            400,
            new Refusal('bad_request', 'This is not HTTP/1.1 as we read it.', {
              fix: { action: 'Send a well-formed request.' },
            }),
          ] as const)
  const body = JSON.stringify(errorBody(refusal, requestId, status))
  const retryAfter = refusal.detail.retryAfterS === undefined ? '' : `Retry-After: ${refusal.detail.retryAfterS}\r\n`
  socket.end(
    `HTTP/1.1 ${STATUS_LINES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${retryAfter}X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  )
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
