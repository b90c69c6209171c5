import { defineEntity, p } from '@mikro-orm/core'

import type { TextFlag } from '#shared/doors/notes.ts'

const NoteVersionSchema = defineEntity({
  name: 'NoteVersion',
  tableName: 'note_version',
  properties: {
    noteId: p.text().primary().extra('references note (id) on delete cascade'),
    version: p.integer().primary().check('version > 0'),
    content: p.text(),
    isJson: p.boolean(),
    bytes: p.integer().check('bytes between 1 and 262144'),
    sha256: p.text().fieldName('sha256'),
    agentId: p.text().nullable(),
    authorTag: p.text(),
    flags: p.json().$type<TextFlag[]>().default([]),
    at: p.datetime().defaultRaw('now()'),
  },
})

/** One version of a note; the last 50 are kept. JSON is stored as its text. */
export class NoteVersion extends NoteVersionSchema.class {}
NoteVersionSchema.setClass(NoteVersion)
