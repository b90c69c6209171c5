import type { Context } from 'koa'

import { ipBlock } from '#shared/lib/network/ip-block.ts'

import type { CallRequest } from '../call/call-request.ts'
import type { IngressDeps } from '../deps.ts'
import { accessOf } from '../http/access-log.ts'
import { declaredBytes, readJsonBytes } from '../http/body/json-body.ts'
import { callerAddress } from '../http/caller.ts'
import { requestIdOf } from '../http/errors.ts'
import { readQuery } from '../http/read-query.ts'
import type { Reply } from '../http/route.ts'
import { headerOf } from './serve-routes.ts'

/** Runs the paid call of a request, meters it and notes it for the access log. Throws Refusals. */
export async function runCall(
  { paidCall, meter, forSale }: Pick<IngressDeps, 'paidCall' | 'meter' | 'forSale'>,
  ctx: Context,
  request: CallRequest,
): Promise<Reply> {
  const began = performance.now()
  const label = labelOf(forSale, request)
  const access = accessOf(ctx)
  access.slug = label
  try {
    const reply = await paidCall(request)
    access.code = codeOf(reply)
    const callId = reply.headers?.['X-Call-Id']
    if (callId !== undefined) access.callId = callId
    meter.answered(label, access.code, performance.now() - began)
    return reply
  } catch (error) {
    meter.answered(
      label,
      error instanceof Error && 'code' in error ? String(error.code) : 'internal',
      performance.now() - began,
    )
    throw error
  }
}

/** The name a call is metered by: endpoints of sellers share one. */
function labelOf(forSale: IngressDeps['forSale'], { slug, seller }: CallRequest): string {
  if (seller !== undefined) return 'seller-endpoint'
  return forSale.has(slug) ? slug : 'unknown'
}

/** What a call is made of that did not come as a plain POST. */
export type GivenCall = {
  /** The body, which was read before. */
  body?: Uint8Array
  /** Headers that stand for those of the request, in lower case. */
  headers?: Readonly<Record<string, string>>
}

/** An outcome call as its HTTP request brings it, or as another surface gives it. */
export function callRequest(ctx: Context, slug: string, trustedHops: number, given: GivenCall = {}): CallRequest {
  const { body, headers = {} } = given
  const header = (name: string) => (Object.hasOwn(headers, name) ? headers[name] : headerOf(ctx, name))
  return {
    slug,
    header,
    bodyBytes: body === undefined ? declaredBytes(ctx.req) : body.length,
    readBody: (limit) => (body === undefined ? readJsonBytes(ctx.req, limit) : Promise.resolve(body)),
    ip: ipBlock(callerAddress(ctx.req, trustedHops)),
    requestId: requestIdOf(ctx),
    x402Version: readQuery(ctx.querystring)['x402Version'] === '1' || header('x-402-version') === '1' ? 1 : 2,
    onPayer: (payer) => {
      accessOf(ctx).payer = payer
    },
    onLeave: (left) => {
      // The client may have disconnected while the call was being accepted: `close` does not fire again.
      if (ctx.res.destroyed) left()
      ctx.res.once('close', () => {
        if (!ctx.res.writableFinished) left()
      })
    },
  }
}

const codeOf = ({ status = 200, headers, body, code }: Reply): string => {
  if (status === 200) return headers?.['Idempotency-Replayed'] === 'true' ? 'replayed' : 'ok'
  if (status === 202) return 'accepted'
  if (code !== undefined) return code
  return typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : String(status)
}
