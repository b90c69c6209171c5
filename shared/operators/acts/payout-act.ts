import type { Db } from '#shared/db/open-db.ts'
import { Refusal } from '#shared/errors.ts'
import { holdPayout, releasePayout } from '#shared/market/payouts/hold-payout.ts'

/** Keeps a payout from being sent, with a reason that its seller sees, or sends it after all. */
export type PayoutAct =
  | { name: 'payout hold'; payoutId: string; payout: string; reason: string }
  | { name: 'payout release'; payoutId: string; payout: string }

/** Runs an act about a payout. Throws 409 when it is in no state for it. */
export async function runPayoutAct(db: Pick<Db, 'em'>, act: PayoutAct): Promise<Record<string, unknown>> {
  const em = await db.em()
  if (act.name === 'payout hold') {
    const isHeld = await holdPayout(em, act.payoutId, act.reason)
    if (!isHeld) throw new Refusal('conflict', `${act.payout} is not ready: only what is not signed yet can be held.`)
    return { payout_id: act.payout, state: 'held', reason: act.reason }
  }
  const isReleased = await releasePayout(em, act.payoutId)
  if (!isReleased) throw new Refusal('conflict', `${act.payout} is not held.`)
  return { payout_id: act.payout, state: 'ready' }
}
