import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'

import { Auction } from './auction.entity.ts'

/**
 * Locks the auction of a listing that the transaction has already locked, then reads the database's clock (`moment`,
 * milliseconds since 1970). `auction` is null when the listing has none.
 */
export async function lockAuction(
  em: EntityManager,
  listingId: string,
): Promise<{ auction: Auction | null; moment: number }> {
  const auction = await em.findOne(Auction, listingId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  // SQL: the clock of this moment, which follows any wait for the lock; now() is when the transaction began.
  const [clock] = await em.execute<{ moment: number }[]>(
    fragment`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as moment`,
  )
  return { auction, moment: clock?.moment ?? 0 }
}
