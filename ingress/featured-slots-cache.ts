import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'
import { readSlots, type ShownSlot } from '#shared/store/merchants/read-slots.ts'

import { type Refreshed, refreshEvery } from './refresh-every.ts'

const REFRESH_MS = 5_000

/** The paid places. A slot that ended since the last read is not shown. */
export function featuredSlotsCache(db: Pick<Db, 'em'>, log: Log): Refreshed<readonly ShownSlot[]> {
  const first: readonly ShownSlot[] = []
  const { read, stop } = refreshEvery(REFRESH_MS, {
    first,
    read: () => db.em().then(readSlots),
    what: 'featured slots',
    log,
  })
  return { read: () => read().filter(({ ends_at }) => Date.parse(ends_at) > Date.now()), stop }
}
