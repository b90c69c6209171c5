import type { Pool as PgPool } from 'pg'

import { removeRows, untilNoneIsLeft } from '#shared/db/remove-rows.ts'

import { purgeNotes } from './notes/purge-notes.ts'
import { purgeWorkspaces } from './workspaces/purge-workspaces.ts'

/** Rows to delete, by table and condition. */
const PAST: readonly [table: string, condition: string][] = [
  // Longer than any call lives, so that no later attempt can write again.
  ['effect', `at < now() - interval '1 day'`],
  ['square_post', `expires_at < now() - interval '1 day'`],
  // The longest window a spend can count in is 30 days.
  ['spend_entry', `at < now() - interval '31 days'`],
  ['featured_slot', `ends_at < now() - interval '90 days'`],
  ['rate_bucket', `tat < now() - interval '1 day'`],
  ['payto_observation', `last_seen < now() - interval '400 days'`],
  ['agent_stat', `hour < now() - interval '400 days'`],
]

/** Deletes what has expired. Safe to run concurrently: locked rows are skipped. */
export async function purgeStore(pg: PgPool): Promise<void> {
  await purgeNotes(pg)
  await purgeWorkspaces(pg)
  for (const [table, condition] of PAST) await removeRows(pg, table, condition)
  await untilNoneIsLeft(50, (limit) => purgeOrphans(pg, limit))
}

/** Days after which data is deleted that nobody can reach any more. */
const UNREACHABLE_DAYS = 30

/**
 * Deletes the notes and workspaces of owners whose credential has ended for good: an expired trial or pass, or a key
 * that was revoked and not replaced. A wallet never ends.
 */
async function purgeOrphans(pg: PgPool, limit: number): Promise<number> {
  // SQL: an owner names a pass or an account in a text, and one statement deletes what several of them kept.
  const { rowCount } = await pg.query(
    `with ended as (
      select o.owner from store_owner o
      where (o.notes > 0 or o.workspaces > 0) and (
        exists (select from pass p where o.owner = 'pass:' || p.id and p.valid_until < now() - interval '${UNREACHABLE_DAYS} days')
        or exists (
          select from account a where o.owner = 'account:' || a.id
            and (a.expires_at < now() - interval '${UNREACHABLE_DAYS} days'
              or not exists (select from service_key k where k.account_id = a.id
                and (k.status = 'active' or k.revoked_at > now() - interval '${UNREACHABLE_DAYS} days')))
        )
      ) limit $1
    ),
    notes as (delete from note where owner in (select owner from ended)),
    workspaces as (delete from workspace where owner in (select owner from ended))
    select from ended`,
    [limit],
  )
  return rowCount ?? 0
}
