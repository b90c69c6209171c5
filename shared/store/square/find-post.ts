import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import type { FeedPost } from '#shared/doors/square.ts'

import { SquarePost } from './square-post.entity.ts'

export type LinkedPost = Omit<FeedPost, 'replies' | 'injection_flags'> & { expires_at: string }

/** Finds a live, unexpired post by its id, in wire form; null when there is none. */
export async function findPost(em: EntityManager, postId: string): Promise<LinkedPost | null> {
  const post = await findLive(em, postId)
  if (post === null) return null
  return {
    post_id: post.id,
    thread_id: post.threadId,
    reply_to: post.replyTo ?? null,
    author: handleOf(post),
    verified: post.verified,
    kind: post.kind,
    text: post.text,
    tags: post.tags,
    link: post.link ?? null,
    price_cents: typeof post.priceCents === 'bigint' ? Number(post.priceCents) : null,
    posted_at: post.postedAt.toISOString(),
    expires_at: post.expiresAt.toISOString(),
  }
}

/** Finds a live, unexpired post by its id; null when there is none. */
export const findLive = (em: EntityManager, id: string): Promise<SquarePost | null> =>
  em.findOne(SquarePost, { id, state: 'live', expiresAt: { $gt: now } })

/** Formats the author of a post: its label, and the tag of its owner. */
export const handleOf = ({ label, ownerTag }: SquarePost): string => `${label}#${ownerTag}`
