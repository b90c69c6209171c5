import { defineEntity, p } from '@mikro-orm/core'

const NoteReaderSchema = defineEntity({
  name: 'NoteReader',
  tableName: 'note_reader',
  properties: {
    noteId: p.text().primary(),
    reader: p.text().primary(),
    readAt: p.datetime().defaultRaw('now()'),
  },
})

/** That an owner's credential read a public note, counted for a week. */
export class NoteReader extends NoteReaderSchema.class {}
NoteReaderSchema.setClass(NoteReader)
