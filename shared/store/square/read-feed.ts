import { raw } from '@mikro-orm/core'

import { fragment } from '#shared/db/fragment.ts'
import { invalidFields } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { FeedPost, FeedWanted } from '#shared/doors/square.ts'

import { all, given, hasWords } from '../conditions.ts'
import { cursorAfter, placeOf } from '../cursor.ts'
import type { StoreCall } from '../store-call.ts'

const ISO = /^\d{4}-\d\d-\d\d(?:[T ][\d:.]{5,15}(?:Z|[+-]\d\d:?\d\d)?)?$/i

/** Lists live, unexpired posts: newest first, a thread from its root on. */
export async function readFeed(
  call: StoreCall,
  wanted: FeedWanted,
): Promise<{ posts: FeedPost[]; nextCursor: string | null }> {
  const { limit, cursor, ...filter } = wanted
  const place = placeOf(call.keys, 'square', filter, cursor)
  const [label, ownerTag] = wanted.author?.split(/#(?=[0-9a-f]{6}$)/) ?? []
  const since = sinceOf(wanted.since)
  const isThread = wanted.threadId !== undefined
  const way = isThread ? fragment`asc` : fragment`desc`
  const follows = isThread ? fragment`>` : fragment`<`
  const matches = all(
    LIVE,
    given(wanted.kind, (kind) => fragment`p.kind = ${kind}`),
    given(wanted.tag, (one) => fragment`${one} = any(p.tags)`),
    given(label, (one) => fragment`p.label = ${one}`),
    given(ownerTag, (one) => fragment`p.owner_tag = ${one}`),
    given(wanted.threadId, (threadId) => fragment`p.thread_id = ${threadId}`),
    given(wanted.postId, (postId) => fragment`p.id = ${postId}`),
    given(since.time, (time) => fragment`p.posted_at > ${time}::timestamptz`),
    given(
      since.postId,
      (postId) => fragment`(p.posted_at, p.id) > (select s.posted_at, s.id from square_post s where s.id = ${postId})`,
    ),
    given(wanted.q, (q) => hasWords(fragment`p.search`, q)),
    given(place, ([at, id]) => fragment`(p.posted_at, p.id) ${follows} (${at}::timestamptz, ${id})`),
  )
  const em = await call.db.em()
  // SQL: searches words, counts replies, and goes on at a place.
  const rows = await em.execute<Row[]>(fragment`
with page as (select p.* from square_post p where ${matches} order by p.posted_at ${way}, p.id ${way} limit ${limit + 1}::int)
select p.id as post_id, p.thread_id, p.reply_to, p.label || '#' || p.owner_tag as author, p.verified, p.kind, p.text, p.tags, p.link,
  p.price_cents::int as price_cents, ${POSTED_AT} as posted_at, p.posted_at::text as place, p.flags as injection_flags,
  (select count(*)::int from square_post r where r.thread_id = p.id and r.reply_to is not null and r.state = 'live' and r.expires_at > now()) as replies
from page p order by p.posted_at ${way}, p.id ${way}`)
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

const LIVE = fragment`p.state = 'live' and p.expires_at > now()`
const POSTED_AT = raw(isoUtc('p.posted_at'))
