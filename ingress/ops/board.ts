import type { Context, Middleware, Next } from 'koa'

import { Refusal } from '#shared/errors.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { POOLS } from '#shared/calls/pools.ts'

export const BOARD_PATH = '/ops/queues'

/** The board brings its own scripts and sets styles from them; everything else it may load is ours. */
export const BOARD_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'"

/**
 * Bull Board over the six pools. It is loaded by the first operator who opens it, so that an ingress that nobody looks
 * into stays slim.
 */
export function lazyBoard(queues: Pick<QueueBackend, 'queue' | 'ready'>, writable: boolean): Middleware {
  let board: Promise<(ctx: Context, next: Next) => Promise<unknown>> | undefined
  return async (ctx, next) => {
    // A queue that is first opened while its server is away may never recover, so nothing is opened then.
    if (!(await queues.ready())) throw new Refusal('unavailable', 'The queue does not answer.', { retryAfterS: 2 })
    board ??= buildBoard(queues, writable)
    return (await board)(ctx, next)
  }
}

async function buildBoard(queues: Pick<QueueBackend, 'queue'>, writable: boolean) {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
  ])
  const serverAdapter = new KoaAdapter().setBasePath(BOARD_PATH)
  createBullBoard({
    queues: POOLS.map(
      (pool) => new BullMQAdapter(queues.queue(pool), { readOnlyMode: !writable, allowRetries: writable }),
    ),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Farebox queues', miscLinks: [{ text: 'Operator page', url: '/ops' }] } },
  })
  // Safe: the adapter is typed for an older Koa; at run time both are the one that is installed.
  return serverAdapter.registerPlugin() as unknown as (ctx: Context, next: Next) => Promise<unknown>
}
