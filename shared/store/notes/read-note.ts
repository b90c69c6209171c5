import { LockMode } from '@mikro-orm/core'

import type { NoteToRead, ReadNote } from '#shared/doors/notes.ts'

import { writeOnce } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { tokenHash } from '../store-keys.ts'
import { unexpired } from '../unexpired.ts'
import { inForce, noSuchNote } from './find-note.ts'
import { NoteShare } from './note-share.entity.ts'
import { NoteVersion } from './note-version.entity.ts'
import { Note } from './note.entity.ts'

/**
 * Reads a note. Its owner may read any kept version. A reader of a share or of a public note sees only the newest
 * version, or the one the share is pinned to, so that content the owner removed stays hidden.
 */
export async function readNote(call: StoreCall, wanted: NoteToRead): Promise<ReadNote> {
  const { owner } = await call.caller()
  const share = wanted.shareToken === undefined ? null : await useShare(call, wanted.shareToken, wanted)
  const em = await call.db.em()
  const id = share?.noteId ?? wanted.noteId ?? ''
  const named = wanted.key === undefined ? { id } : { key: wanted.key, owner }
  const note = await em.findOne(Note, { ...named, ...unexpired() })
  if (note === null) throw noSuchNote()
  const isOwner = note.owner === owner
  const access = isOwner ? 'owner' : share === null ? 'public' : 'shared'
  const pinned = share?.pinVersion ?? null
  const only = pinned ?? (isOwner ? null : note.version)
  const version = pinned ?? wanted.version ?? note.version
  if ((access === 'public' && note.visibility !== 'public') || (only !== null && (wanted.version ?? only) !== only)) {
    throw noSuchNote()
  }
  const earlierVersion = isOwner && pinned === null ? wanted.diffFrom : undefined
  const versions = await em.find(NoteVersion, { noteId: note.id, version: [version, earlierVersion ?? version] })
  const read = versions.find((one) => one.version === version)
  const earlier = versions.find((one) => one.version === earlierVersion)
  if (read === undefined || (wanted.diffFrom !== undefined && earlier === undefined)) throw noSuchNote()
  if (access === 'public') await countReader(call, note.id, owner)
  return {
    noteId: note.id,
    key: isOwner ? (note.key ?? null) : null,
    title: note.title ?? null,
    tags: note.tags,
    content: read.content,
    isJson: read.isJson,
    version,
    latestVersion: note.version,
    sha256: read.sha256,
    agentId: read.agentId ?? null,
    updatedAt: read.at.toISOString(),
    access,
    foreign: read.authorTag !== call.keys.ownerTag(owner),
    flags: read.flags,
    earlier: earlier === undefined ? null : { content: earlier.content, isJson: earlier.isJson },
  }
}

/** Takes one use of a share, once per call. Throws `not_found` when the share is not in force. */
async function useShare(call: StoreCall, token: string, { version, diffFrom }: NoteToRead): Promise<NoteShare> {
  const { owner } = await call.caller()
  await writeOnce(call, async (em) => {
    const share = await em.findOne(NoteShare, inForce(token), { lockMode: LockMode.PESSIMISTIC_WRITE })
    const note = share === null ? null : await em.findOne(Note, { id: share.noteId, ...unexpired() })
    if (share === null || note === null) throw noSuchNote()
    const shown = share.pinVersion ?? note.version
    const mayRead = note.owner === owner || (diffFrom === undefined && (version ?? shown) === shown)
    const isKept = (await em.count(NoteVersion, { noteId: note.id, version: shown })) === 1
    // What cannot be read takes no use.
    if (!mayRead || !isKept) throw noSuchNote()
    if (typeof share.usesLeft === 'number') share.usesLeft -= 1
    return {}
  })
  const share = await (await call.db.em()).findOne(NoteShare, { tokenHash: tokenHash(token), revokedAt: null })
  if (share === null) throw noSuchNote()
  return share
}

const countReader = ({ db }: StoreCall, noteId: string, owner: string) =>
  // SQL: inserts from a select, so that a note deleted in between is no violation.
  db.pg.query({
    name: 'note-reader',
    text: `insert into note_reader (note_id, reader) select id, $2 from note where id = $1 on conflict (note_id, reader) do update set read_at = now()`,
    values: [noteId, owner],
  })
