import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { fragment, now } from '#shared/db/fragment.ts'
import type { NoteName, NoteToSave, SavedNote } from '#shared/doors/notes.ts'

import { writeOnce } from '../effects.ts'
import { withinQuota } from '../refuse-quota.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { append, toStored } from '../stored-content.ts'
import { findNote, type FoundNote, noSuchNote } from './find-note.ts'
import { NoteVersion } from './note-version.entity.ts'
import { Note } from './note.entity.ts'

/** Maximum bytes of one version, and number of versions kept of a note. */
const MAX_NOTE_BYTES = 262_144
const KEPT_VERSIONS = 50
/** Number of characters of a note that can be searched: the index limits the size of a row. */
const SEARCHED_CHARACTERS = 65_536
/** Maximum number of findings kept of a note. */
const MOST_FLAGS = 50

/** Saves a note: its first version, the next one, or only its metadata when the content is unchanged. */
export async function saveNote(call: StoreCall, note: NoteToSave): Promise<SavedNote> {
  const { owner } = await call.caller()
  return writeOnce(call, async (em, at) => {
    const found = await findNote(em, owner, note)
    refuseUnwanted(found, note)
    const ownerTag = call.keys.ownerTag(owner)
    return withinQuota(() =>
      found === null
        ? create(em, at, { id: idOf('note', call.effectId), owner, ownerTag }, note)
        : update(em, at, found, { ...note, authorTag: ownerTag }),
    )
  })
}

/** Removes a note, its versions and its shares. */
export async function removeNote(
  call: StoreCall,
  name: NoteName & { expectedVersion?: number | undefined },
): Promise<SavedNote> {
  const { owner } = await call.caller()
  return writeOnce(call, async (em, at) => {
    const found = await findNote(em, owner, { noteId: name.noteId, key: name.key })
    if (found === null) throw noSuchNote()
    if (name.expectedVersion !== undefined && name.expectedVersion !== found.note.version) throw conflict(found)
    em.remove(found.note)
    return { ...saved(found.note, at), deleted: true }
  })
}

function refuseUnwanted(found: FoundNote | null, { mode, expectedVersion, ...name }: NoteToSave): void {
  if (found === null) {
    if (name.noteId !== undefined || name.shareToken !== undefined) throw noSuchNote()
    if (expectedVersion !== undefined && expectedVersion !== 0) throw conflict(null)
    return
  }
  if (found.permission === 'read') {
    throw new Refusal('forbidden', 'This share lets you read the note, not append to it.')
  }
  if (mode === 'create_only') {
    throw new Refusal('already_exists', 'There is a note of this key already.', { extra: currentOf(found) })
  }
  if (expectedVersion !== undefined && expectedVersion !== found.note.version) throw conflict(found)
}

async function create(
  em: EntityManager,
  at: Date,
  own: Pick<Note, 'id' | 'owner' | 'ownerTag'>,
  note: NoteToSave,
): Promise<SavedNote> {
  const { text, isJson, bytes, sha256 } = fitting(note.content)
  const { id, owner, ownerTag } = own
  const { key, title, screened } = note
  const shared = { bytes, sha256, agentId: note.agentId ?? null, flags: [...screened.flags] }
  // An expired note of the same key makes room for the new one.
  if (key !== undefined) await em.nativeDelete(Note, { owner, key, expiresAt: { $lte: now } })
  const made = em.create(Note, {
    ...own,
    ...shared,
    key: key ?? null,
    title: title ?? null,
    tags: [...(note.tags ?? [])],
    visibility: note.visibility ?? 'private',
    version: 1,
    storedBytes: BigInt(bytes),
    hasSecret: screened.hasSecret,
    search: searchable(title ?? '', text),
    expiresAt: expiry(at, note.ttlSeconds),
  })
  await em.flush()
  em.create(NoteVersion, { ...shared, noteId: id, version: 1, content: text, isJson, authorTag: ownerTag })
  await em.flush()
  return { ...saved(made, at), created: true }
}

/** Writes the next version of a locked note. A holder of a share adds content and changes nothing else. */
async function update(
  em: EntityManager,
  at: Date,
  { note, newest, permission }: FoundNote,
  { authorTag, ...wanted }: NoteToSave & { authorTag: string },
): Promise<SavedNote> {
  const isAppend = wanted.mode === 'append'
  const { text, isJson, bytes, sha256 } = fitting(
    isAppend ? append({ text: newest.content, isJson: newest.isJson }, wanted.content) : wanted.content,
  )
  const { hasSecret, flags: found } = wanted.screened
  // Only the appended part was screened, so the note keeps the flags of its earlier content.
  const flags = isAppend ? [...note.flags, ...found].slice(0, MOST_FLAGS) : [...found]
  const isChanged = sha256 !== note.sha256 || isJson !== newest.isJson
  const isOwner = permission === null
  if (isChanged) {
    const { id: noteId } = note
    const version = note.version + 1
    const past = { noteId, version: { $lte: version - KEPT_VERSIONS } }
    const outdated = await em.find(NoteVersion, past, { fields: ['bytes'] })
    const freed = outdated.reduce((sum, one) => sum + one.bytes, 0)
    em.remove(outdated)
    const agentId = wanted.agentId ?? null
    em.create(NoteVersion, { noteId, version, content: text, isJson, bytes, sha256, agentId, authorTag, flags })
    em.assign(note, { version, flags, storedBytes: note.storedBytes + BigInt(bytes - freed) })
  }
  if (isOwner) {
    note.title = wanted.title ?? note.title
    note.tags = wanted.tags === undefined ? note.tags : [...wanted.tags]
    note.visibility = wanted.visibility ?? note.visibility
    note.agentId = wanted.agentId ?? note.agentId
    note.expiresAt = expiry(at, wanted.ttlSeconds) ?? note.expiresAt
  }
  em.assign(note, {
    bytes,
    sha256,
    hasSecret: (isAppend && note.hasSecret) || hasSecret,
    search: searchable(note.title ?? '', text),
    ...(isOwner || isChanged ? { updatedAt: now } : {}),
  })
  await em.flush()
  return { ...saved(note, at), ...(isOwner ? {} : { key: null }), unchanged: !isChanged }
}

function fitting(content: NoteToSave['content']) {
  const stored = toStored(content)
  if (stored.bytes <= MAX_NOTE_BYTES) return stored
  throw new Refusal('quota_exceeded', `A note holds at most ${MAX_NOTE_BYTES} bytes; this would be ${stored.bytes}.`, {
    fix: { action: 'Split it into several notes.' },
  })
}

/** The words of a note that are searched. */
const searchable = (title: string, text: string) =>
  fragment`to_tsvector('simple', ${title}::text || ' ' || left(${text}::text, ${SEARCHED_CHARACTERS}::int))`

const expiry = (at: Date, ttlSeconds: number | undefined) =>
  ttlSeconds === undefined ? null : new Date(at.getTime() + ttlSeconds * 1_000)

/** The answer for a note, as it is after it was written. */
const saved = (note: Note, at: Date): SavedNote => ({
  note_id: note.id,
  key: note.key ?? null,
  version: note.version,
  created: false,
  bytes: note.bytes,
  sha256: note.sha256,
  unchanged: false,
  deleted: false,
  saved_at: at.toISOString(),
  expires_at: note.expiresAt?.toISOString() ?? null,
})

const currentOf = (found: FoundNote | null) => ({
  current_version: found?.note.version ?? 0,
  current_sha256: found?.note.sha256 ?? null,
})

const conflict = (found: FoundNote | null) =>
  new Refusal('version_conflict', 'The note is not at the version you expect; nothing was written or charged.', {
    fix: { action: 'Read the note again, merge, and save with its version as expected_version.' },
    extra: currentOf(found),
  })
