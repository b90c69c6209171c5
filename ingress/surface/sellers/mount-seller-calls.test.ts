import Router from '@koa/router'
import type { Context } from 'koa'
import { expect, test, vi } from 'vitest'

import { parseConfig } from '#shared/config.ts'

import { routeOf } from '../../http/access-log.ts'
import { RefusedRequests } from '../../http/refused-requests.ts'
import { mountSellerCalls } from './mount-seller-calls.ts'

const config = parseConfig({ DATABASE_URL: 'postgres://x', SERVER_SECRET: 's'.repeat(32) })

/** The middleware, in an installation where nobody sells anything. */
function sellersFirst() {
  const pg = { query: async () => ({ rows: [] }) }
  // Safe: an endpoint that is not there asks for nothing else.
  return mountSellerCalls(new Router(), { db: { pg }, config, refused: new RefusedRequests(10) } as never)
}

const requestOf = (method: string, path: string): Context =>
  // Safe: what the middleware and the lookup of an endpoint read of a request.
  ({
    method,
    path,
    querystring: '',
    state: { requestId: 'req_1' },
    req: { headers: {}, socket: { remoteAddress: '192.0.2.1' } },
  }) as unknown as Context

test('a call of an endpoint is answered before the router, and counted under its route', async () => {
  const ctx = requestOf('POST', '/api/v1/seller-endpoints/nobody-sells-this/call')
  const next = vi.fn()
  await expect(sellersFirst()(ctx, next)).rejects.toMatchObject({ code: 'not_found' })
  expect(routeOf(ctx)).toBe('POST /api/v1/seller-endpoints/:slug/call')
  expect(next).not.toHaveBeenCalled()
})

test.each([
  ['GET', '/api/v1/seller-endpoints/a/call'],
  ['POST', '/api/v1/seller-endpoints/a/pause'],
  ['POST', '/api/v1/seller-endpoints/verify-payment'],
  ['POST', '/api/v1/seller-endpoints/%00/call'],
])('%s %s is left to the router', async (method, path) => {
  const next = vi.fn(async () => 'routed')
  await expect(sellersFirst()(requestOf(method, path), next)).resolves.toBe('routed')
})
