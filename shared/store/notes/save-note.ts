import { Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { NoteName, NoteToSave, SavedNote } from '#shared/doors/notes.ts'

import { writeOnce, RECORD_EFFECT, recorded } from '../effects.ts'
import { withinQuota } from '../refuse-quota.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { appended, toStored } from '../stored-content.ts'
import { findNote, type FoundNote, noSuchNote } from './find-note.ts'

/** Maximum bytes of one version, and number of versions kept of a note. */
const MAX_NOTE_BYTES = 262_144
const KEPT_VERSIONS = 50
/** Number of characters of a note that can be searched: the index limits the size of a row. */
const SEARCHED_CHARACTERS = 65_536

/** Saves a note: its first version, the next one, or only its metadata when the content is unchanged. */
export async function saveNote(call: StoreCall, note: NoteToSave): Promise<SavedNote> {
  const { owner } = await call.caller()
  return writeOnce(call.pg, call.effectId, async () => {
    const found = await findNote(call.pg, owner, note)
    refuseUnwanted(found, note)
    return withinQuota(() => (found === null ? create(call, owner, note) : update(call, owner, found, note)))
  })
}

/** Removes a note, its versions and its shares. */
export async function removeNote(
  call: StoreCall,
  name: NoteName & { expectedVersion?: number | undefined },
): Promise<SavedNote> {
  const { owner } = await call.caller()
  return writeOnce(call.pg, call.effectId, async () => {
    const found = await findNote(call.pg, owner, { noteId: name.noteId, key: name.key })
    if (found === null) throw noSuchNote()
    if (name.expectedVersion !== undefined && name.expectedVersion !== found.version) throw conflict(found)
    const values = [call.effectId, found.id, found.version]
    return recorded<SavedNote>((await call.pg.query({ name: 'note-remove', text: REMOVE, values })).rows)
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
  if (expectedVersion !== undefined && expectedVersion !== found.version) throw conflict(found)
}

async function create(call: StoreCall, owner: string, note: NoteToSave): Promise<SavedNote | null> {
  const { text, isJson, bytes, sha256 } = fitting(note.content)
  const values = [
    call.effectId,
    idOf('note', call.effectId),
    owner,
    call.keys.ownerTag(owner),
    note.key ?? null,
    note.title ?? null,
    note.tags ?? [],
    note.visibility ?? 'private',
    bytes,
    sha256,
    note.agentId ?? null,
    note.screened.hasSecret,
    JSON.stringify(note.screened.flags),
    text,
    isJson,
    note.ttlSeconds ?? null,
  ]
  return recorded<SavedNote>((await call.pg.query({ name: 'note-create', text: CREATE, values })).rows)
}

async function update(call: StoreCall, owner: string, found: FoundNote, note: NoteToSave): Promise<SavedNote | null> {
  const isAppend = note.mode === 'append'
  const { text, isJson, bytes, sha256 } = fitting(
    isAppend ? appended({ text: found.content, isJson: found.is_json }, note.content) : note.content,
  )
  // Only the appended part was screened, so the note keeps the flags of its earlier content.
  const flags = isAppend ? [...found.flags, ...note.screened.flags].slice(0, 50) : note.screened.flags
  const mayDescribe = found.permission === null
  const values = [
    call.effectId,
    found.id,
    found.version,
    sha256 !== found.sha256 || isJson !== found.is_json,
    mayDescribe ? (note.title ?? null) : null,
    mayDescribe ? (note.tags ?? null) : null,
    mayDescribe ? (note.visibility ?? null) : null,
    bytes,
    sha256,
    note.agentId ?? null,
    (isAppend && found.has_secret) || note.screened.hasSecret,
    JSON.stringify(flags),
    text,
    isJson,
    mayDescribe ? (note.ttlSeconds ?? null) : null,
    call.keys.ownerTag(owner),
    mayDescribe,
  ]
  return recorded<SavedNote>((await call.pg.query({ name: 'note-update', text: UPDATE, values })).rows)
}

function fitting(content: NoteToSave['content']) {
  const stored = toStored(content)
  if (stored.bytes <= MAX_NOTE_BYTES) return stored
  throw new Refusal('quota_exceeded', `A note holds at most ${MAX_NOTE_BYTES} bytes; this would be ${stored.bytes}.`, {
    fix: { action: 'Split it into several notes.' },
  })
}

const currentOf = (found: FoundNote | null) => ({
  current_version: found?.version ?? 0,
  current_sha256: found?.sha256 ?? null,
})

const conflict = (found: FoundNote | null) =>
  new Refusal('version_conflict', 'The note is not at the version you expect; nothing was written or charged.', {
    fix: { action: 'Read the note again, merge, and save with its version as expected_version.' },
    extra: currentOf(found),
  })

const ANSWER = (created: string, unchanged: string, deleted = 'false') => `
answered as (
  select json_build_object('note_id', w.id, 'key', w.key, 'version', w.version, 'created', ${created}, 'bytes', w.bytes,
    'sha256', w.sha256, 'unchanged', ${unchanged}, 'deleted', ${deleted}, 'saved_at', ${isoUtc('now()')}, 'expires_at', ${isoUtc('w.expires_at')}) as answer
  from written w
),
${RECORD_EFFECT}`

const SEARCH = (title: string, content: string) =>
  `to_tsvector('simple', coalesce(${title}, '') || ' ' || left(${content}, ${SEARCHED_CHARACTERS}))`
const EXPIRY = (seconds: string) => `now() + make_interval(secs => ${seconds})`

// An expired note of the same key is deleted to make room for the new one.
const CREATE = `
with gone as (delete from note where owner = $3 and key = $5 and expires_at <= now() returning id),
written as (
  insert into note (id, owner, owner_tag, key, title, tags, visibility, version, bytes, stored_bytes, sha256, agent_id, has_secret, flags, search, expires_at)
  select $2, $3, $4, $5, $6::text, $7::text[], $8, 1, $9::int, $9::int, $10, $11, $12::boolean, $13::jsonb, ${SEARCH('$6::text', '$14::text')}, ${EXPIRY('$16::float8')}
  where (select count(*) from gone) >= 0
  on conflict (owner, key) where key is not null do nothing
  returning *
),
kept as (
  insert into note_version (note_id, version, content, is_json, bytes, sha256, agent_id, author_tag, flags)
  select id, 1, $14::text, $15::boolean, bytes, sha256, agent_id, owner_tag, flags from written
),
${ANSWER('true', 'false')}`

const UPDATE = `
with written as (
  update note n set
    version = n.version + $4::boolean::int,
    title = coalesce($5::text, n.title), tags = coalesce($6::text[], n.tags), visibility = coalesce($7, n.visibility),
    bytes = $8::int, sha256 = $9, has_secret = $11::boolean,
    flags = case when $4::boolean then $12::jsonb else n.flags end,
    agent_id = case when $17::boolean then coalesce($10, n.agent_id) else n.agent_id end,
    stored_bytes = n.stored_bytes + case when $4::boolean then $8::int - (
      select coalesce(sum(v.bytes), 0) from note_version v where v.note_id = n.id and v.version <= n.version + 1 - ${KEPT_VERSIONS}
    ) else 0 end,
    search = ${SEARCH('coalesce($5::text, n.title)', '$13::text')},
    updated_at = case when $4::boolean or $17::boolean then now() else n.updated_at end,
    expires_at = coalesce(${EXPIRY('$15::float8')}, n.expires_at)
  where n.id = $2 and n.version = $3::int and (n.expires_at is null or n.expires_at > now())
  returning n.id, case when $17::boolean then n.key end as key, n.version, n.bytes, n.sha256, n.expires_at
),
kept as (
  insert into note_version (note_id, version, content, is_json, bytes, sha256, agent_id, author_tag, flags)
  select id, version, $13::text, $14::boolean, bytes, sha256, $10, $16, $12::jsonb from written where $4::boolean
),
trimmed as (
  delete from note_version v using written w where v.note_id = w.id and v.version <= w.version - ${KEPT_VERSIONS}
),
${ANSWER('false', 'not $4::boolean')}`

const REMOVE = `
with written as (delete from note where id = $2 and version = $3::int returning *),
${ANSWER('false', 'false', 'true')}`
