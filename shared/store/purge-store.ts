import type { Pool as PgPool } from 'pg'

import { purgeNotes } from './notes/purge-notes.ts'
import { purgeWorkspaces } from './workspaces/purge-workspaces.ts'

/** What has had its time, by table and condition. Each is one small statement; what is left goes the next time. */
const PAST: readonly [table: string, key: string, condition: string][] = [
  // Longer than any call lives, so that no attempt can come back and write again.
  ['effect', 'id', `at < now() - interval '1 day'`],
  ['square_post', 'id', `expires_at < now() - interval '1 day'`],
  // The longest window a spend can count in is 30 days.
  ['spend_entry', 'id', `at < now() - interval '31 days'`],
  ['featured_slot', 'id', `ends_at < now() - interval '90 days'`],
]
const AT_ONCE = 5_000
const ROUNDS = 20

/** Removes what expired. Safe when several run at once: rows that somebody holds are passed over. */
export async function purgeStore(pg: PgPool): Promise<void> {
  for (let round = 0; round < ROUNDS && (await purgeNotes(pg)) > 0; round += 1);
  await purgeWorkspaces(pg)
  for (const [table, key, condition] of PAST) {
    await pg.query(
      `delete from ${table} where ${key} in (select ${key} from ${table} where ${condition} limit ${AT_ONCE} for update skip locked)`,
    )
  }
  await pg.query(`delete from rate_bucket where tat < now() - interval '1 day'`)
  await pg.query(`delete from payto_observation where last_seen < now() - interval '400 days'`)
  await pg.query(`delete from agent_stat where hour < now() - interval '400 days'`)
  for (let round = 0; round < ROUNDS && (await purgeOrphans(pg)) > 0; round += 1);
}

/** How long things stay that nobody can reach any more, in days. */
const UNREACHABLE_DAYS = 30

/**
 * Removes the notes and workspaces of owners whose credential has ended for good: a trial or a pass that ran out, a key
 * that was revoked and not replaced. A wallet never ends.
 */
async function purgeOrphans(pg: PgPool, limit = 50): Promise<number> {
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
