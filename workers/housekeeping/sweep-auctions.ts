import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { closeAuctions, pickDueAuctions } from '#shared/market/auctions/close-auctions.ts'
import { lapseAuctions, releaseBids, remindWinners } from '#shared/market/auctions/lapse-auctions.ts'
import { pickClosings, unplanClosing } from '#shared/market/auctions/pick-closings.ts'
import type { QueueBackend } from '#shared/queues/backend.ts'
import { sendClosing } from '#shared/queues/send.ts'

/**
 * Closes auctions that have ended, passes on wins that were not paid, and schedules jobs for those that end soon, so that
 * they close on time between sweeps.
 */
export async function sweepAuctions({ db, queues, log }: { db: Db; queues: QueueBackend; log: Log }): Promise<void> {
  const closed = await closeAuctions(db.pg, await pickDueAuctions(db.pg))
  await lapseAuctions(db.pg)
  await remindWinners(db.pg)
  await releaseBids(db.pg)
  const planned = await pickClosings(db.pg)
  const sent = await Promise.allSettled(planned.map((closing) => sendClosing(queues, closing)))
  for (const [nth, { status }] of sent.entries())
    if (status === 'rejected') await unplanClosing(await db.em(), planned[nth]?.listingId ?? '')
  if (closed.length + planned.length > 0) log.info({ closed: closed.length, planned: planned.length }, 'auction sweep')
}
