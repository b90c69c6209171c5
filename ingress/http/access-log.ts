import type { Context, Next } from 'koa'

import { uuidOfCallId } from '#shared/lib/call-id.ts'
import { repeatLimit } from '#shared/lib/concurrency/repeat-limit.ts'
import type { Log } from '#shared/log.ts'

/** Who pays a call, as the log names it. For a refused call, who was to pay. */
export type PayerKind = 'key' | 'trial' | 'pass' | 'base' | 'solana' | 'none'

/** What the handling of a request tells its access line. Nothing of it is a secret. */
export type AccessFacts = { slug?: string; callId?: string; code?: string; payer?: PayerKind }

/**
 * Most lines in ten seconds: of refusals with one code, and of answers that nobody paid. Paid calls are held back only by
 * the limit of the log itself, so a flood of what costs its sender nothing writes less than 100 MB an hour.
 */
const MOST_REFUSED = 50
const MOST_UNPAID = 300

/** The access facts of a request, to read or add to. */
export function accessOf(ctx: Context): AccessFacts {
  // Safe: only this module writes it.
  const facts = (ctx.state['access'] ??= {}) as AccessFacts
  return facts
}

/** Counts one request: the pattern of its route, its status and who paid. */
type Requested = (route: string, status: number, payer: PayerKind) => void

/**
 * Middleware, the outermost: counts each request, answered or refused, and writes a line of it. Lines beyond the limits
 * are counted in `unsaid` of the next one of their kind.
 */
export function accessLog(log: Log, requested: Requested) {
  const mayRepeat = repeatLimit()
  return async (ctx: Context, next: Next): Promise<void> => {
    const began = performance.now()
    try {
      await next()
    } finally {
      const { status } = ctx
      const { slug, code = status < 400 ? 'ok' : String(status), payer = 'none' } = accessOf(ctx)
      const route = routeOf(ctx)
      requested(route, status, payer)
      const unsaid =
        status >= 400
          ? mayRepeat(code, MOST_REFUSED)
          : payer === 'none' || slug === undefined
            ? mayRepeat('unpaid', MOST_UNPAID)
            : 0
      if (unsaid !== null) {
        const callId = callIdOf(ctx)
        log.info(
          {
            requestId: String(ctx.state['requestId']),
            ...(callId === null ? {} : { callId }),
            ...(slug === undefined ? { route } : { slug }),
            status,
            code,
            ms: Math.round((performance.now() - began) * 10) / 10,
            payer,
            ...(unsaid === 0 ? {} : { unsaid }),
          },
          'request',
        )
      }
    }
  }
}

/** The call that a request made or reads; null for none. */
export function callIdOf(ctx: Context): string | null {
  const { callId } = accessOf(ctx)
  if (callId !== undefined) return callId
  const { params } = ctx as Context & { params?: Record<string, string> }
  const read = params?.['call_id'] ?? ''
  return uuidOfCallId(read) === null ? null : read
}

/** Tells the pattern of the route that answers a request before the router would. */
export const answeredBy = (ctx: Context, route: string): Context => Object.assign(ctx, { _matchedRoute: route })

/** The pattern of the route, not the path: a path may hold anything. */
export function routeOf(ctx: Context): string {
  const { _matchedRoute: route } = ctx as Context & { _matchedRoute?: string | RegExp }
  return `${ctx.method} ${typeof route === 'string' ? route : '?'}`
}
