import type { Pool as PgPool } from 'pg'

import { removeRows } from '#shared/db/remove-rows.ts'

import { EVENT_DAYS } from './read-events.ts'

/** Removes events and deliveries after 30 days, and callbacks once the calls they belong to are long over. */
export async function purgeEvents(pg: PgPool): Promise<void> {
  await removeRows(pg, 'event', `created_at < now() - interval '${EVENT_DAYS} days' and position is not null`)
  await removeRows(pg, 'webhook_delivery', `created_at < now() - interval '${EVENT_DAYS} days'`)
  await removeRows(pg, 'callback_asked', `created_at < now() - interval '2 days'`)
  await removeRows(pg, 'call_callback', `created_at < now() - interval '2 days'`)
}
