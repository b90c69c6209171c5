import { defineEntity, p } from '@mikro-orm/core'

const NoteReaderSchema = defineEntity({
  name: 'NoteReader',
  tableName: 'note_reader',
  properties: {
    noteId: p.text().primary().extra('references note (id) on delete cascade'),
    reader: p.text().primary(),
    readAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'note_reader_time', properties: ['readAt'] }],
})

/** A read of a public note by an owner's credential, counted for a week. */
export class NoteReader extends NoteReaderSchema.class {}
NoteReaderSchema.setClass(NoteReader)
