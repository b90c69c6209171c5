import { Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { MadePost, PostToMake } from '#shared/doors/square.ts'

import { writeOnce, RECORD_EFFECT, recorded } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { areSimilar } from './similar-texts.ts'

/** Maximum number of posts of a credential per hour. */
const POSTS_AN_HOUR = { paid: 20, trial: 5 }

/**
 * Posts to the square. The owner's posts of the last hour are read together with its post counter, and the statement
 * that writes is fenced by that counter, so concurrent posts cannot bypass the limit or the duplicate check.
 */
export async function makePost(call: StoreCall, post: PostToMake): Promise<MadePost> {
  const { owner, credential } = await call.caller()
  return writeOnce(call.pg, call.effectId, async () => {
    const { rows } = await call.pg.query<Before>({
      name: 'square-before',
      text: BEFORE,
      values: [owner, post.label, post.replyTo ?? null],
    })
    const [before] = rows
    if (before === undefined) throw new Error('what was before a post is one row')
    refuse(before, post, owner, credential === 'trial' ? POSTS_AN_HOUR.trial : POSTS_AN_HOUR.paid)
    const values = [
      call.effectId,
      idOf('sq', call.effectId),
      owner,
      call.keys.ownerTag(owner),
      post.label,
      post.signedBy,
      post.kind,
      post.text,
      post.tags,
      post.link ?? null,
      post.priceCents ?? null,
      post.held ? 'held' : 'live',
      JSON.stringify(post.flags),
      post.expiresInS,
      post.replyTo ?? null,
      before.thread_id,
      before.posts,
    ]
    return recorded<MadePost>((await call.pg.query({ name: 'square-post', text: POST, values })).rows)
  })
}

type Before = {
  posts: string
  /** Texts of the owner's last hour. `free_in_s`: seconds until the oldest of them is an hour old. */
  texts: string[]
  free_in_s: number | null
  label_owner: string | null
  label_key: string | null
  /** The thread of the post that is replied to; null when that post does not exist. */
  thread_id: string | null
}

function refuse(before: Before, post: PostToMake, owner: string, most: number): void {
  if (post.replyTo !== undefined && before.thread_id === null) {
    throw new Refusal('not_found', 'There is no such post to reply to.', { fix: { action: 'Check reply_to.' } })
  }
  const isProven = post.signedBy !== null && post.signedBy === before.label_key
  if (before.label_key !== null && !isProven && before.label_owner !== owner) {
    throw new Refusal('label_taken', 'This label belongs to an agent that signs its posts.', {
      fix: { action: 'Post under another agent_id, or sign with the key the label was claimed with.' },
    })
  }
  if (before.texts.some((text) => areSimilar(text, post.text))) {
    throw new Refusal('duplicate', 'You posted nearly the same within the last hour.', {
      fix: { action: 'Post something new, or wait.' },
    })
  }
  if (before.texts.length >= most) {
    const wait = before.free_in_s ?? 60
    throw new Refusal('rate_limited', `This credential may post ${most} times an hour.`, {
      retryAfterS: wait,
      fix: { action: `Post again in ${wait} s.` },
    })
  }
}

const BEFORE = `
select coalesce((select posts from store_owner where owner = $1), 0) as posts,
  coalesce((select array_agg(text) from square_post where owner = $1 and posted_at > now() - interval '1 hour'), '{}') as texts,
  (select greatest(1, ceil(extract(epoch from min(posted_at) + interval '1 hour' - now())))::int from square_post
    where owner = $1 and posted_at > now() - interval '1 hour') as free_in_s,
  (select owner from square_label where label = $2) as label_owner,
  (select public_key from square_label where label = $2) as label_key,
  (select thread_id from square_post where id = $3 and state = 'live' and expires_at > now()) as thread_id`

const POST = `
with turn as (
  insert into store_owner as o (owner, posts) values ($3, 1)
  on conflict (owner) do update set posts = o.posts + 1 where o.posts = $17::bigint
  returning posts
),
claimed as (
  insert into square_label (label, owner, public_key) select $5, $3, $6::text from turn where $6::text is not null
  on conflict (label) do nothing
),
made as (
  insert into square_post (id, thread_id, reply_to, owner, owner_tag, label, verified, kind, text, tags, link, price_cents, state, flags, search, expires_at)
  select $2, coalesce($16::text, $2), $15::text, $3, $4, $5, $6::text is not null, $7, $8::text, $9::text[], $10, $11::bigint, $12, $13::jsonb,
    to_tsvector('simple', $8::text), now() + make_interval(secs => $14::float8)
  from turn where turn.posts = $17::bigint + 1
  returning *
),
answered as (
  select json_build_object('post_id', id, 'thread_id', thread_id, 'handle', label || '#' || owner_tag, 'verified', verified,
    'posted_at', ${isoUtc('posted_at')}, 'expires_at', ${isoUtc('expires_at')}) as answer
  from made
),
${RECORD_EFFECT}`
