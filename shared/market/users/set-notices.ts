import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'

import { MarketUser } from './market-user.entity.ts'

/** Switches the notices of a user on or off. Mail about passwords, wallets and deletion is sent in any case. */
export async function setNotices(em: EntityManager, userId: string, wantsNotices: boolean): Promise<void> {
  await em.nativeUpdate(MarketUser, { id: userId }, { wantsNotices, updatedAt: now })
}
