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

/** A read of a public note by an owner's credential, counted for a week. */
export class NoteReader extends NoteReaderSchema.class {}
NoteReaderSchema.setClass(NoteReader)
