import type { NotesDoor } from '#shared/doors/notes.ts'

import type { StoreCall } from '../store-call.ts'
import { browseNotes } from './browse-notes.ts'
import { listNotes } from './list-notes.ts'
import { readNote } from './read-note.ts'
import { removeNote, saveNote } from './save-note.ts'
import { listShares, publishNote, revokeShare, shareNote } from './share-note.ts'

/** The notes of the credential that pays a call. */
export const notesDoor = (call: StoreCall): NotesDoor => ({
  save: (note) => saveNote(call, note),
  remove: (name) => removeNote(call, name),
  read: (wanted) => readNote(call, wanted),
  list: (wanted) => listNotes(call, wanted),
  browse: (wanted) => browseNotes(call, wanted),
  share: (name, share) => shareNote(call, name, share),
  shares: (name) => listShares(call, name),
  revoke: (name, shareId) => revokeShare(call, name, shareId),
  publish: (name, visibility) => publishNote(call, name, visibility),
})
