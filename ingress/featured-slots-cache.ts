import type { Pool as PgPool } from 'pg'

import type { Log } from '#shared/log.ts'
import { readSlots, type ShownSlot } from '#shared/store/merchants/read-slots.ts'

const REFRESH_MS = 5_000

/** Paid places as last read; refreshed in the background so that the catalog never asks the database. */
export function featuredSlotsCache(pg: PgPool, log: Log): { read: () => readonly ShownSlot[]; stop: () => void } {
  let board: readonly ShownSlot[] = []
  const refresh = () =>
    void readSlots(pg).then(
      (fresh) => (board = fresh),
      (error: unknown) => log.warn({ err: error }, 'featured slots could not be read; the last ones stay'),
    )
  refresh()
  const timer = setInterval(refresh, REFRESH_MS)
  // A slot that ended since the last look is not shown.
  return {
    read: () => board.filter(({ ends_at }) => Date.parse(ends_at) > Date.now()),
    stop: () => clearInterval(timer),
  }
}
