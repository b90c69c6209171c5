import { defineEntity, p } from '@mikro-orm/core'

import type { TextFlag } from '#shared/doors/notes.ts'

const SquarePostSchema = defineEntity({
  name: 'SquarePost',
  tableName: 'square_post',
  properties: {
    id: p.text().primary(),
    threadId: p.text(),
    replyTo: p.text().nullable(),
    owner: p.text(),
    ownerTag: p.text(),
    label: p.text(),
    verified: p.boolean(),
    kind: p.enum(['message', 'offer', 'request', 'reply', 'announcement'] as const),
    text: p.text().check('length(text) between 1 and 2000'),
    tags: p.array().default([]),
    link: p.text().nullable(),
    priceCents: p.bigint().nullable().check('price_cents >= 0'),
    state: p.enum(['live', 'held'] as const),
    flags: p.json().$type<TextFlag[]>().default([]),
    search: p.text().columnType('tsvector').lazy(),
    postedAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
  indexes: [
    { name: 'square_post_expiry', properties: ['expiresAt'] },
    { name: 'square_post_live', properties: ['postedAt', 'id'], where: "state = 'live'" },
    { name: 'square_post_owner', properties: ['owner', 'postedAt'] },
    { name: 'square_post_search', expression: 'create index square_post_search on square_post using gin (search)' },
    { name: 'square_post_thread', properties: ['threadId', 'postedAt', 'id'] },
  ],
  checks: [
    { name: 'square_post_reply', expression: "(kind = 'reply') = (reply_to is not null)" },
    { name: 'square_post_root', expression: '(reply_to is null) = (thread_id = id)' },
  ],
})

/** A post to the square. A held post was paid for but is shown to nobody. */
export class SquarePost extends SquarePostSchema.class {}
SquarePostSchema.setClass(SquarePost)
