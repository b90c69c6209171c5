import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'
import type { NoteName } from '#shared/doors/notes.ts'

import { tokenHash } from '../store-keys.ts'
import { unexpired } from '../unexpired.ts'
import { NoteShare } from './note-share.entity.ts'
import { NoteVersion } from './note-version.entity.ts'
import { Note } from './note.entity.ts'

/** A note that the caller owns or has a share of, and its newest version. */
export type FoundNote = {
  note: Note
  newest: NoteVersion
  /** Null when the note was found as the owner's, not by a share. */
  permission: NoteShare['permission'] | null
}

/** 404 for a note that does not exist and for a note of another owner, so that ids cannot be probed. */
export const noSuchNote = () =>
  new Refusal('not_found', 'There is no such note for this credential.', {
    fix: { action: 'Check note_id, key or share_token; a share may have ended.' },
  })

/**
 * Finds and locks an unexpired note of this owner by id or key, or of any owner by a share in force. Null when there is
 * none.
 */
export async function findNote(em: EntityManager, owner: string, name: NoteName): Promise<FoundNote | null> {
  const share = name.shareToken === undefined ? null : await em.findOne(NoteShare, inForce(name.shareToken))
  if (share === null && name.shareToken !== undefined) return null
  const own = share === null ? { owner, ...nameOf(name) } : { id: share.noteId }
  const note = await em.findOne(Note, { ...own, ...unexpired() }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (note === null) return null
  const newest = await em.findOneOrFail(NoteVersion, { noteId: note.id, version: note.version })
  return { note, newest, permission: share?.permission ?? null }
}

/** Filter: a note by its id, or else by its key. */
export const nameOf = ({ noteId, key }: NoteName) => (noteId === undefined ? { key: key ?? '' } : { id: noteId })

/** Filter: the share of a token, unless it has ended or was used up. */
export const inForce = (token: string) => ({
  tokenHash: tokenHash(token),
  revokedAt: null,
  expiresAt: { $gt: now },
  $or: [{ usesLeft: null }, { usesLeft: { $gt: 0 } }],
})
