import type Router from '@koa/router'
import type { Context } from 'koa'

import { ipBlock } from '#shared/lib/ip-block.ts'

import type { IngressDeps } from '../deps.ts'
import { callerAddress } from '../http/caller.ts'
import { requestIdOf } from '../http/errors.ts'
import { readJsonBody } from '../http/json-body.ts'
import { headerOf, send } from '../http/serve-routes.ts'
import type { CallRequest } from './call-request.ts'

/** POST /api/v1/outcomes/{slug} (and the catalog's internal form /v1/outcomes/{slug}): a request becomes a paid call. */
export function mountCalls(router: Router, { paidCall, config, meter, catalog }: IngressDeps): void {
  const serve = async (ctx: Context & { params?: { slug?: string } }) => {
    const slug = ctx.params?.slug ?? ''
    const began = performance.now()
    const label = catalog.has(slug) ? slug : 'unknown'
    try {
      const reply = await paidCall(callRequest(ctx, slug, config.TRUST_PROXY_HOPS))
      meter.answered(label, codeOf(reply.status ?? 200, reply.body), performance.now() - began)
      send(ctx, reply)
    } catch (error) {
      meter.answered(
        label,
        error instanceof Error && 'code' in error ? String(error.code) : 'internal',
        performance.now() - began,
      )
      throw error
    }
  }
  for (const path of ['/api/v1/outcomes/:slug', '/v1/outcomes/:slug']) router.post(path, serve)
}

function callRequest(ctx: Context, slug: string, trustedHops: number): CallRequest {
  return {
    slug,
    header: (name) => headerOf(ctx, name),
    readBody: (limit) => readJsonBody(ctx.req, limit),
    ip: ipBlock(callerAddress(ctx.req, trustedHops)),
    requestId: requestIdOf(ctx),
    onLeave: (left) => {
      ctx.res.once('close', () => {
        if (!ctx.res.writableFinished) left()
      })
    },
  }
}

const codeOf = (status: number, body: unknown): string => {
  if (status === 200) return 'ok'
  if (status === 202) return 'accepted'
  if (status === 402) return 'payment_required'
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : String(status)
}
