import type { Context, Next } from 'koa'

import type { Tracer } from '#shared/tracing/tracer.ts'

import { accessOf, callIdOf, routeOf } from './access-log.ts'

/**
 * Middleware, around the access log: each request is a span, in the trace that its `traceparent` names or in a new one. A
 * call is named by its outcome, anything else by the pattern of its route.
 */
export function traceRequests(tracer: Tracer) {
  return (ctx: Context, next: Next): Promise<void> =>
    tracer.within(
      ctx.method,
      {},
      async (span) => {
        try {
          await next()
        } finally {
          const { slug, code, payer = 'none' } = accessOf(ctx)
          const callId = callIdOf(ctx)
          span.tell(
            {
              'http.request.method': ctx.method,
              'http.response.status_code': ctx.status,
              'farebox.request_id': String(ctx.state['requestId']),
              'farebox.payer': payer,
              ...(slug === undefined ? { 'http.route': routeOf(ctx) } : { 'farebox.slug': slug }),
              ...(code === undefined ? {} : { 'farebox.code': code }),
              ...(callId === null ? {} : { 'farebox.call_id': callId }),
            },
            slug === undefined ? routeOf(ctx) : `call ${slug}`,
          )
        }
      },
      { kind: 'server', foreign: ctx.get('traceparent') || undefined },
    )
}
