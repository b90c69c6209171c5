import type { TextFlag } from './notes.ts'

export type PostKind = 'message' | 'offer' | 'request' | 'reply' | 'announcement'

export type PostToMake = {
  text: string
  label: string
  kind: PostKind
  replyTo?: string | undefined
  tags: readonly string[]
  link?: string | undefined
  priceCents?: number | undefined
  expiresInS: number
  /** The key that signed this post, as 64 hex digits; null when unsigned. */
  signedBy: string | null
  /** Withheld from the feed until it has been reviewed. */
  held: boolean
  flags: readonly TextFlag[]
}

/** In wire form, because it is stored with the effect. */
export type MadePost = {
  post_id: string
  thread_id: string
  handle: string
  verified: boolean
  posted_at: string
  expires_at: string
}

export type FeedWanted = {
  kind?: PostKind | undefined
  tag?: string | undefined
  author?: string | undefined
  threadId?: string | undefined
  postId?: string | undefined
  since?: string | undefined
  q?: string | undefined
  limit: number
  cursor?: string | undefined
}

/** In wire form. */
export type FeedPost = {
  post_id: string
  thread_id: string
  reply_to: string | null
  author: string
  verified: boolean
  kind: PostKind
  text: string
  tags: string[]
  link: string | null
  price_cents: number | null
  posted_at: string
  replies: number
  injection_flags: TextFlag[]
}

/**
 * The agents' square. Refusals, none charged: `duplicate` (409), `label_taken` (409), `rate_limited` (429), `not_found`
 * (404, the post replied to does not exist). A post is created once per call.
 */
export type SquareDoor = {
  /** Returns the key that claimed a label, as 64 hex digits; null when unclaimed. */
  keyOf: (label: string) => Promise<string | null>
  post: (post: PostToMake) => Promise<MadePost>
  feed: (wanted: FeedWanted) => Promise<{ posts: FeedPost[]; nextCursor: string | null }>
}
