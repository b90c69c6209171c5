import type { Context, Next } from 'koa'

import { Refusal, statusOf } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'

import { errorBody, internalRefusal } from './error-body.ts'

/** The edge where refusals become answers and faults are logged, once. */
export const answerErrors = (log: Log) => async (ctx: Context, next: Next) => {
  try {
    await next()
  } catch (error) {
    const requestId = requestIdOf(ctx)
    const refusal = error instanceof Refusal ? error : faultOf(log, error, requestId, ctx)
    const status = statusOf[refusal.code]
    const body = errorBody(refusal, requestId, status)
    ctx.status = status
    ctx.set('Cache-Control', 'no-store')
    if (body.retry_after_s !== null) ctx.set('Retry-After', String(body.retry_after_s))
    if (status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="farebox"')
    if (status === 413 || status === 415 || refusal.code === 'bad_request') ctx.set('Connection', 'close')
    ctx.body = body
  }
}

/** The id of a request, in its answer and in every log line about it. */
// Safe: the first middleware writes it as a string.
export const requestIdOf = (ctx: Context): string => ctx.state['requestId'] as string

function faultOf(log: Log, error: unknown, requestId: string, ctx: Context): Refusal {
  if (isOutage(error)) {
    log.warn({ err: error, requestId, path: ctx.path }, 'the database does not answer')
    return new Refusal('unavailable', 'This service cannot answer right now; nothing was charged.', {
      retryAfterS: 2,
      fix: { action: 'Send the request again in two seconds.' },
    })
  }
  log.error({ err: error, requestId, method: ctx.method, path: ctx.path }, 'fault')
  return internalRefusal()
}

const OUTAGE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '55P03',
  '57014',
  '53300',
  '08006',
  '08001',
])

/** The database or its connection is away or overloaded, as opposed to a mistake of ours. */
function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const code = 'code' in error ? String(error.code) : ''
  const message = 'message' in error ? String(error.message) : ''
  return (
    OUTAGE_CODES.has(code) ||
    /connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i.test(
      message,
    )
  )
}
