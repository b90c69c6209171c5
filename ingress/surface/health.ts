import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'

import { route, type Route } from '../http/route.ts'
import { PaymentHealth } from '../ops/payment-health.ts'
import { createReadiness, type ReadinessDeps } from '../ops/readiness.ts'
import { StorageState } from '../http/storage-watch.ts'

const PoolState = z.object({
  workers: z.int().describe('live worker processes that have it open'),
  slots: z.int().describe('calls they can run at once'),
  open: z.int().describe('calls held or running'),
  closed: z.int().describe('worker processes that keep it closed; warnings says why'),
  unsandboxed: z
    .int()
    .describe('worker processes that have it open without isolation, as SANDBOX_REQUIRED=false permits'),
})
const Ready = z.object({
  ok: z.literal(true),
  database: z.literal('up'),
  queue: z.object({ kind: z.enum(['redis', 'postgres']), state: z.literal('up') }),
  pools: z.object({
    outcome: PoolState,
    screenshot: PoolState,
    'pdf-extract': PoolState,
    'router-workflow': PoolState,
    'settlement-watch': PoolState,
    'media-processing': PoolState,
  }),
  data: z
    .record(z.string(), z.enum(['present', 'absent', 'unknown']))
    .describe('optional data packages of the workers; without one its outcomes ask upstreams, or say what they lack'),
  payments: PaymentHealth.describe('x402, as last looked at; never a reason not to be ready'),
  storage: StorageState.describe('room for what is stored; never a reason not to be ready'),
  warnings: z.array(z.string()).describe('what runs, but not as it should'),
})

/** Liveness and readiness. Both are public and have no rate limit. */
export function healthRoutes(deps: ReadinessDeps): Route[] {
  const readiness = createReadiness(deps)
  return [
    route({
      method: 'GET',
      path: '/livez',
      summary: 'Says that the process runs; it asks nothing else.',
      tag: 'Service',
      credential: 'none',
      limit: 'none',
      reply: z.object({ ok: z.literal(true) }),
      handle: () => ({ headers: { 'Cache-Control': 'no-store' }, body: { ok: true } }),
    }),
    route({
      method: 'GET',
      path: '/readyz',
      summary: 'Says whether calls can be taken: database and queue answer; the body lists each pool.',
      tag: 'Service',
      credential: 'none',
      limit: 'none',
      query: z.object({
        pools: z.literal('all').optional().describe('`all` also demands a live worker for each pool'),
      }),
      reply: Ready,
      refusals: ['unavailable'],
      async handle({ query }) {
        const { problems, ...state } = await readiness(query.pools === 'all')
        if (problems.length > 0) {
          throw new Refusal('unavailable', problems.join(' '), { retryAfterS: 1, extra: state })
        }
        return { headers: { 'Cache-Control': 'no-store' }, body: { ok: true, ...state } }
      },
    }),
  ]
}
