import { defineEntity, p } from '@mikro-orm/core'

const NoteShareSchema = defineEntity({
  name: 'NoteShare',
  tableName: 'note_share',
  properties: {
    id: p.text().primary(),
    noteId: p.text(),
    tokenHash: p.text().unique(),
    permission: p.enum(['read', 'append'] as const),
    pinVersion: p.integer().nullable(),
    maxUses: p.integer().nullable(),
    usesLeft: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
})

/** A permission on a note for anyone with its token. The token is derived when it is shown, never stored. */
export class NoteShare extends NoteShareSchema.class {}
NoteShareSchema.setClass(NoteShare)
