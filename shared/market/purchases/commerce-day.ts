import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'

import { CommerceDay } from './commerce-day.entity.ts'

/** How many purchases (as buyer) or sales (as seller) a user has opened, from the daily totals. */
export async function countPurchases(em: EntityManager, role: 'buyer' | 'seller', userId: string): Promise<number> {
  const [row] = await em
    .qb(CommerceDay, 'd')
    .select(fragment`coalesce(sum(d.opened), 0)::int as opened`)
    .where({ userId, role })
    .execute<{ opened: number }[]>()
  return row?.opened ?? 0
}
