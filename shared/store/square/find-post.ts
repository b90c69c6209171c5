import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'
import type { FeedPost } from '#shared/doors/square.ts'

export type LinkedPost = Omit<FeedPost, 'replies' | 'injection_flags'> & { expires_at: string }

/** Finds a live, unexpired post by its id; null when there is none. */
export async function findPost(pg: PgPool, postId: string): Promise<LinkedPost | null> {
  const { rows } = await pg.query<LinkedPost>({
    name: 'square-post-find',
    text: `select id as post_id, thread_id, reply_to, label || '#' || owner_tag as author, verified, kind, text, tags, link,
        price_cents::int as price_cents, ${isoUtc('posted_at')} as posted_at, ${isoUtc('expires_at')} as expires_at
      from square_post where id = $1 and state = 'live' and expires_at > now()`,
    values: [postId],
  })
  return rows[0] ?? null
}
