import type { OutcomeContext } from '#shared/doors/context.ts'

import { baseReceipts } from './base-receipts.ts'
import { judgeWatch } from './judge-watch.ts'
import { solanaReceipts } from './solana-receipts.ts'
import type { Watch } from './watch-id.ts'

/** Between two looks of a long poll. */
const LOOK_MS = 2_000
/** What the reads of one look may take. */
const READ_MS = 7_000

/**
 * Looks at the chain, and again every two seconds while nothing changes, for at most `waitS`. Between looks it only waits;
 * it ends at once when the call is over.
 */
export async function watchPayment(
  ctx: Pick<OutcomeContext, 'chains' | 'signal' | 'now'>,
  { watch, decimals, waitS }: { watch: Watch; decimals: number; waitS: number },
) {
  const until = ctx.now().getTime() + waitS * 1_000
  const withinMs = READ_MS + waitS * 1_000
  const look = watch.chain === 'solana' ? solanaReceipts(ctx, watch, withinMs) : baseReceipts(ctx, watch, withinMs)
  let first: string | null = null
  for (;;) {
    const { received, stamp } = await look()
    const judged = judgeWatch(watch, received, decimals, Math.floor(ctx.now().getTime() / 1_000))
    const isEnd = judged.next_poll_s === 0
    const seen = `${judged.status} ${judged.received.raw}`
    first ??= seen
    const isOver = ctx.signal.aborted || ctx.now().getTime() + LOOK_MS > until
    if (isEnd || seen !== first || isOver) return { ...stamp, ...judged }
    await pause(LOOK_MS, ctx.signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    function end() {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      done()
    }
  })
}
