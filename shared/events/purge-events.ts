import type { Pool as PgPool } from 'pg'

import { dropEventMonths } from '#shared/db/months.ts'
import { removeRows } from '#shared/db/remove-rows.ts'

import { EVENT_DAYS } from './read-events.ts'

/**
 * Removes deliveries after 30 days, callbacks once the calls they belong to are long over, and months of events whole, 30 days
 * after their end. Partitions that hold more than a month lose their events one by one after 30 days.
 */
export async function purgeEvents(pg: PgPool): Promise<void> {
  const { mixed } = await dropEventMonths(pg, EVENT_DAYS)
  for (const partition of mixed)
    await removeRows(pg, partition, `created_at < now() - interval '${EVENT_DAYS} days' and position is not null`)
  await removeRows(pg, 'webhook_delivery', `created_at < now() - interval '${EVENT_DAYS} days'`)
  await removeRows(pg, 'callback_asked', `created_at < now() - interval '2 days'`)
  await removeRows(pg, 'call_callback', `created_at < now() - interval '2 days'`)
}
