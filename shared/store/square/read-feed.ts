import { invalidFields } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { FeedPost, FeedWanted } from '#shared/doors/square.ts'

import { cursorAfter, placeOf } from '../cursor.ts'
import { hasWords } from '../notes/search-words.ts'
import type { StoreCall } from '../store-call.ts'

const ISO = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)?)?$/i

/** Lists live, unexpired posts: newest first, a thread from its root on. */
export async function readFeed(
  call: StoreCall,
  wanted: FeedWanted,
): Promise<{ posts: FeedPost[]; nextCursor: string | null }> {
  const { limit, cursor, ...filter } = wanted
  const [at, id] = placeOf(call.keys, 'square', filter, cursor) ?? []
  const [label, tag] = (wanted.author ?? '').split(/#(?=[0-9a-f]{6}$)/)
  const since = sinceOf(wanted.since)
  const values = [
    wanted.kind ?? null,
    wanted.tag ?? null,
    wanted.author === undefined ? null : label,
    tag ?? null,
    wanted.threadId ?? null,
    since.time,
    since.postId,
    wanted.q ?? null,
    at ?? null,
    id ?? null,
    limit + 1,
    wanted.postId ?? null,
  ]
  const isThread = wanted.threadId !== undefined
  // SQL: searches words, counts replies, and goes on at a place.
  const { rows } = await call.db.pg.query<Row>({
    name: isThread ? 'square-thread' : 'square-feed',
    text: isThread ? FEED('asc') : FEED('desc'),
    values,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return {
    posts: page.map(shown),
    nextCursor: isMore ? cursorAfter(call.keys, 'square', filter, [last.place, last.post_id]) : null,
  }
}

type Row = FeedPost & { place: string }

function shown(row: Row): FeedPost {
  const { place: _, ...post } = row
  return post
}

/** Parses `since`: an ISO 8601 time, or the id of a post after which to read. Throws 422 for any other text. */
function sinceOf(since: string | undefined): { time: string | null; postId: string | null } {
  if (since === undefined) return { time: null, postId: null }
  if (/^sq_[0-9A-Za-z]{22}$/.test(since)) return { time: null, postId: since }
  const ms = ISO.test(since) ? Date.parse(since) : Number.NaN
  if (!Number.isNaN(ms)) return { time: new Date(ms).toISOString(), postId: null }
  throw invalidFields({ path: ['since'], msg: 'Value error, neither an ISO 8601 time nor the id of a post' })
}

const FEED = (way: 'asc' | 'desc') => `
with page as (
  select p.* from square_post p
  where p.state = 'live' and p.expires_at > now()
    and ($1::text is null or p.kind = $1)
    and ($2::text is null or $2 = any(p.tags))
    and ($3::text is null or (p.label = $3 and ($4::text is null or p.owner_tag = $4)))
    and ($5::text is null or p.thread_id = $5)
    and ($6::timestamptz is null or p.posted_at > $6)
    and ($7::text is null or (p.posted_at, p.id) > (select s.posted_at, s.id from square_post s where s.id = $7))
    and ($8::text is null or ${hasWords('p.search', '$8')})
    and ($12::text is null or p.id = $12)
    and ($9::text is null or (p.posted_at, p.id) ${way === 'asc' ? '>' : '<'} ($9::timestamptz, $10::text))
  order by p.posted_at ${way}, p.id ${way} limit $11::int
)
select p.id as post_id, p.thread_id, p.reply_to, p.label || '#' || p.owner_tag as author, p.verified, p.kind, p.text, p.tags, p.link,
  p.price_cents::int as price_cents, ${isoUtc('p.posted_at')} as posted_at, p.posted_at::text as place, p.flags as injection_flags,
  (select count(*)::int from square_post r where r.thread_id = p.id and r.reply_to is not null and r.state = 'live' and r.expires_at > now()) as replies
from page p order by p.posted_at ${way}, p.id ${way}`
