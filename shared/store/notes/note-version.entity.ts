import { defineEntity, p } from '@mikro-orm/core'

import type { TextFlag } from '#shared/doors/notes.ts'

const NoteVersionSchema = defineEntity({
  name: 'NoteVersion',
  tableName: 'note_version',
  properties: {
    noteId: p.text().primary(),
    version: p.integer().primary(),
    content: p.text(),
    isJson: p.boolean(),
    bytes: p.integer(),
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
