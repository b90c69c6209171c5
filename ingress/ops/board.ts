import type { Context, Middleware, Next } from 'koa'

import { Refusal } from '#shared/errors.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { POOLS } from '#shared/calls/pools.ts'
import { publicCallId } from '#shared/lib/call-id.ts'
import { publicId } from '#shared/market/public-id.ts'
import { Job } from '#shared/queues/catalog.ts'

export const BOARD_PATH = '/ops/queues'

/** Content policy of the board: it loads its own scripts and sets inline styles. */
export const BOARD_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"

/** Bull Board for the six pools. Loaded on first use, to save memory in an ingress where nobody opens it. */
export function lazyBoard(queues: Pick<QueueBackend, 'queue' | 'ready'>, writable: boolean): Middleware {
  let board: Promise<(ctx: Context, next: Next) => Promise<unknown>> | undefined
  return async (ctx, next) => {
    // Do not open queues while their server is down: they may never recover.
    if (!(await queues.ready())) throw new Refusal('unavailable', 'The queue does not answer.', { retryAfterS: 2 })
    board ??= buildBoard(queues, writable)
    return (await board)(ctx, next)
  }
}

/** The data of a job with the ids that people use. A sealed first attempt is shown by its call alone. */
function shownData(data: unknown): unknown {
  const job = Job.safeParse(data).data
  if (job === undefined) return data
  if ('ids' in job) {
    const carried = 'carried' in job ? job.carried.map(({ id }) => id) : []
    return { ...('suspect' in job ? { suspect: job.suspect } : {}), calls: [...job.ids, ...carried].map(publicCallId) }
  }
  return 'auction' in job ? { auction: publicId('lst', job.auction) } : job
}

async function buildBoard(queues: Pick<QueueBackend, 'queue'>, writable: boolean) {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
  ])
  const serverAdapter = new KoaAdapter().setBasePath(BOARD_PATH)
  createBullBoard({
    queues: POOLS.map((pool) => {
      const adapter = new BullMQAdapter(queues.queue(pool), { readOnlyMode: !writable, allowRetries: writable })
      adapter.setFormatter('data', shownData)
      return adapter
    }),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Farebox queues', miscLinks: [{ text: 'Operator page', url: '/ops' }] } },
  })
  // Safe: the adapter's types are for an older Koa; at run time both use the installed one.
  return serverAdapter.registerPlugin() as unknown as (ctx: Context, next: Next) => Promise<unknown>
}
