import type { BlobStore } from '#shared/blobs/blob-store.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { closeAccount, withdrawOffers } from './close-account.ts'
import { eraseAccount } from './erase-account.ts'
import { membersOf } from './members.ts'

/** How long an account that waits for something open is left alone, in minutes. */
const LOOK_AGAIN_MINUTES = 10

/**
 * Closes up to `limit` accounts whose grace is over, ends what they offer, and erases those with nothing open. Safe to run
 * in several processes: each takes others, and one that ends in the middle is taken up after ten minutes. Returns how many
 * accounts were looked at, and which were erased.
 */
export async function deleteAccounts(
  { db, blobs, mint }: { db: Pick<Db, 'pg' | 'em'>; blobs: BlobStore; mint: CredentialMint },
  limit: number,
): Promise<{ looked: number; erased: string[] }> {
  // SQL: takes them for ten minutes, each once.
  const { rows } = await db.pg.query<{ user_id: string }>(TAKE, [limit])
  const erased: string[] = []
  for (const { user_id: userId } of rows) {
    if (!(await closeAccount(db, userId))) continue
    await withdrawOffers(db, mint, await membersOf(db.pg, userId))
    if (await eraseAccount({ db, blobs }, userId)) erased.push(userId)
  }
  return { looked: rows.length, erased }
}

const TAKE = `
update account_deletion d set look_at = now() + interval '${LOOK_AGAIN_MINUTES} minutes'
from (select user_id from account_deletion where erased_at is null and look_at <= now() and due_at <= now()
  order by look_at limit $1 for update skip locked) due
where d.user_id = due.user_id returning d.user_id`
