import { defineEntity, p } from '@mikro-orm/core'

const NoteShareSchema = defineEntity({
  name: 'NoteShare',
  tableName: 'note_share',
  properties: {
    id: p.text().primary(),
    noteId: p.text().extra('references note (id) on delete cascade'),
    tokenHash: p.text().unique(),
    permission: p.enum(['read', 'append'] as const),
    pinVersion: p.integer().nullable().check('pin_version > 0'),
    maxUses: p.integer().nullable().check('max_uses > 0'),
    usesLeft: p.integer().nullable().check('uses_left >= 0'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    revokedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'note_share_expiry', properties: ['expiresAt'] },
    { name: 'note_share_of_note', properties: ['noteId', 'createdAt'] },
  ],
  checks: [
    {
      name: 'note_share_uses',
      expression: '(max_uses is null) = (uses_left is null) and (uses_left is null or uses_left <= max_uses)',
    },
  ],
})

/** A permission on a note for anyone with its token. The token is derived when it is shown, never stored. */
export class NoteShare extends NoteShareSchema.class {}
NoteShareSchema.setClass(NoteShare)
