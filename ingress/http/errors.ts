import type { IncomingMessage } from 'node:http'

import type { Context, Next } from 'koa'

import { isOutage } from '#shared/db/outage.ts'
import { Refusal, statusOf } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'

import { DEFAULT_BODY_BYTES } from './body/json-size.ts'
import { accessOf } from './access-log.ts'
import { type ErrorBody, errorBody, internalRefusal } from './error-body.ts'
import { jitter } from './jitter.ts'
import { setBody } from './set-body.ts'

/** Shows an error as a page. Returns false where its client gets JSON. */
export type ShowError = (ctx: Context, body: ErrorBody) => Promise<boolean>

/** Middleware that turns Refusals into answers, JSON or a page, and logs faults, each once. */
export const answerErrors = (log: Log, showError: ShowError | null) => async (ctx: Context, next: Next) => {
  try {
    await next()
  } catch (error) {
    const requestId = requestIdOf(ctx)
    const refusal = refusalFor(log, error, ctx)
    const status = statusOf(refusal.code)
    const body = errorBody(refusal, requestId, status)
    accessOf(ctx).code = refusal.code
    ctx.status = status
    ctx.set('Cache-Control', 'no-store')
    if (body.retry_after_s !== null) ctx.set('Retry-After', String(body.retry_after_s))
    if (status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="farebox"')
    const isUnread = status === 413 || status === 415 || refusal.code === 'bad_request'
    const endsHere = (isUnread && !dropRest(ctx.req)) || (refusal.code === 'rate_limited' && hasMuchUnread(ctx.req))
    if (endsHere) ctx.set('Connection', 'close')
    if (showError === null || !(await showError(ctx, body))) setBody(ctx, body)
  }
}

/** Longest unread body that is drained, so that a client that writes everything before it reads gets the answer. */
const DRAINED_BYTES = 32 * 1_024 * 1_024

/**
 * Whether so much of a body is unread that reading it, to drop it, costs more than a new connection. Who is over a limit gets
 * its answer and the connection ends.
 */
function hasMuchUnread(request: IncomingMessage): boolean {
  if (request.complete) return false
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  return encoding !== undefined || Number(length) > DEFAULT_BODY_BYTES
}

/** Drops the rest of a body. False where it is too long, or nobody said how long: then the connection has to end. */
function dropRest(request: IncomingMessage): boolean {
  if (request.complete) return true
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (encoding !== undefined || Number(length) > DRAINED_BYTES) return false
  request.unpipe()
  request.resume()
  return true
}

/** The request id, as in the answer and in every log line about the request. */
// Safe: the first middleware writes it as a string.
export const requestIdOf = (ctx: Context): string => ctx.state['requestId'] as string

/** The refusal that answers an error: the error itself if it is one. A fault is logged, once, and becomes `internal`. */
export function refusalFor(log: Log, error: unknown, ctx: Context): Refusal {
  if (error instanceof Refusal) return error
  const requestId = requestIdOf(ctx)
  if (isOutage(error)) {
    log.warn({ err: error, requestId, path: ctx.path }, 'the database does not answer')
    return new Refusal('unavailable', 'This service cannot answer right now; nothing was charged.', {
      retryAfterS: jitter(2),
      fix: { action: 'Send the request again after Retry-After.' },
    })
  }
  // A trigger refuses what an account that is being deleted, or somebody who deals with it, would begin.
  if (error instanceof Error && 'constraint' in error && error.constraint === 'account_closed')
    return new Refusal(
      'conflict',
      'An account of this deal is being deleted and begins nothing new; nothing was charged.',
      {
        fix: { action: 'Deal with another account; your own is at GET /api/auth/deletion.' },
      },
    )
  log.error({ err: error, requestId, method: ctx.method, path: ctx.path }, 'fault')
  return internalRefusal()
}
