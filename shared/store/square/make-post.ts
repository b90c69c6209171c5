import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'
import type { MadePost, PostToMake } from '#shared/doors/square.ts'

import { writeOnce } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { StoreOwner } from '../store-owner.entity.ts'
import { findLive, handleOf } from './find-post.ts'
import { areSimilar } from './similar-texts.ts'
import { SquareLabel } from './square-label.entity.ts'
import { SquarePost } from './square-post.entity.ts'

/** Maximum number of posts of a credential per hour. */
const POSTS_AN_HOUR = { paid: 20, trial: 5 }
const HOUR_MS = 3_600_000

/**
 * Posts to the square. Counting the post locks its owner's row, so concurrent posts of an owner cannot bypass the limit
 * or the duplicate check.
 */
export async function makePost(call: StoreCall, post: PostToMake): Promise<MadePost> {
  const { owner, credential } = await call.caller()
  const most = credential === 'trial' ? POSTS_AN_HOUR.trial : POSTS_AN_HOUR.paid
  return writeOnce(call, async (em, at) => {
    const counted = await em.nativeUpdate(StoreOwner, { owner }, { posts: fragment`posts + 1` })
    if (counted === 0) await em.insert(StoreOwner, { owner, posts: 1n })
    const label = await em.findOne(SquareLabel, post.label)
    const { replyTo = null, signedBy } = post
    const root = replyTo === null ? null : await findLive(em, replyTo)
    if (replyTo !== null && root === null) {
      throw new Refusal('not_found', 'There is no such post to reply to.', { fix: { action: 'Check reply_to.' } })
    }
    refuseLabel(label, post, owner)
    await refuseRepeated(em, post, { owner, most, at })
    if (signedBy !== null && label === null) em.create(SquareLabel, { label: post.label, owner, publicKey: signedBy })
    const id = idOf('sq', call.effectId)
    const made = em.create(SquarePost, {
      id,
      threadId: root?.threadId ?? id,
      replyTo,
      owner,
      ownerTag: call.keys.ownerTag(owner),
      label: post.label,
      verified: signedBy !== null,
      kind: post.kind,
      text: post.text,
      tags: [...post.tags],
      link: post.link ?? null,
      priceCents: post.priceCents === undefined ? null : BigInt(post.priceCents),
      state: post.held ? 'held' : 'live',
      flags: [...post.flags],
      search: fragment`to_tsvector('simple', ${post.text}::text)`,
      expiresAt: new Date(at.getTime() + post.expiresInS * 1_000),
    })
    await em.flush()
    return {
      post_id: id,
      thread_id: made.threadId,
      handle: handleOf(made),
      verified: made.verified,
      posted_at: made.postedAt.toISOString(),
      expires_at: made.expiresAt.toISOString(),
    }
  })
}

function refuseLabel(label: SquareLabel | null, { signedBy }: PostToMake, owner: string): void {
  if (label === null || label.owner === owner || label.publicKey === signedBy) return
  throw new Refusal('label_taken', 'This label belongs to an agent that signs its posts.', {
    fix: { action: 'Post under another agent_id, or sign with the key the label was claimed with.' },
  })
}

/** Throws when the owner posted nearly the same, or too much, within the last hour. */
async function refuseRepeated(
  em: EntityManager,
  { text }: PostToMake,
  { owner, most, at }: { owner: string; most: number; at: Date },
): Promise<void> {
  const recent = await em.find(
    SquarePost,
    { owner, postedAt: { $gt: fragment`now() - interval '1 hour'` } },
    { orderBy: { postedAt: 'asc' } },
  )
  if (recent.some((one) => areSimilar(one.text, text))) {
    throw new Refusal('duplicate', 'You posted nearly the same within the last hour.', {
      fix: { action: 'Post something new, or wait.' },
    })
  }
  const [oldest] = recent
  if (oldest === undefined || recent.length < most) return
  const wait = Math.max(1, Math.ceil((oldest.postedAt.getTime() + HOUR_MS - at.getTime()) / 1_000))
  throw new Refusal('rate_limited', `This credential may post ${most} times an hour.`, {
    retryAfterS: wait,
    fix: { action: `Post again in ${wait} s.` },
  })
}
