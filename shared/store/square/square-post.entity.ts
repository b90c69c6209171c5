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
    text: p.text(),
    tags: p.array().default([]),
    link: p.text().nullable(),
    priceCents: p.bigint().nullable(),
    state: p.enum(['live', 'held'] as const),
    flags: p.json().$type<TextFlag[]>().default([]),
    search: p.text().columnType('tsvector').lazy(),
    postedAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
})

/** A post to the square. A held post was paid for but is shown to nobody. */
export class SquarePost extends SquarePostSchema.class {}
SquarePostSchema.setClass(SquarePost)
