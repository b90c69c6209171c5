import { isoUtc } from '#shared/db/iso-utc.ts'
import type { NoteToRead, ReadNote, TextFlag } from '#shared/doors/notes.ts'

import type { StoreCall } from '../store-call.ts'
import { tokenHash } from '../store-keys.ts'
import { noSuchNote } from './find-note.ts'

/**
 * Reads a note. Its owner may read any kept version. A reader of a share or of a public note sees only the newest
 * version, or the one the share is pinned to, so that content the owner removed stays hidden.
 */
export async function readNote(call: StoreCall, wanted: NoteToRead): Promise<ReadNote> {
  const { owner } = await call.caller()
  const pinned = wanted.shareToken === undefined ? null : await useShare(call, wanted.shareToken, wanted)
  const by = wanted.key === undefined ? 'id' : 'key'
  const values = [
    wanted.key ?? pinned?.note_id ?? wanted.noteId ?? '',
    owner,
    wanted.version ?? null,
    pinned?.pin_version ?? null,
    pinned !== null,
    wanted.diffFrom ?? null,
  ]
  const { rows } = await call.pg.query<Row>({ name: `note-read-by-${by}`, text: READ[by], values })
  const [row] = rows
  if (row === undefined || (wanted.diffFrom !== undefined && row.earlier === null)) throw noSuchNote()
  if (row.access === 'public') await countReader(call, row.id, owner)
  return {
    noteId: row.id,
    key: row.access === 'owner' ? row.key : null,
    title: row.title,
    tags: row.tags,
    content: row.content,
    isJson: row.is_json,
    version: row.version,
    latestVersion: row.latest_version,
    sha256: row.sha256,
    agentId: row.agent_id,
    updatedAt: row.at,
    access: row.access,
    foreign: row.author_tag !== call.keys.ownerTag(owner),
    flags: row.flags,
    earlier: row.earlier === null ? null : { content: row.earlier, isJson: row.earlier_is_json ?? false },
  }
}

type Row = {
  id: string
  key: string | null
  title: string | null
  tags: string[]
  content: string
  is_json: boolean
  version: number
  latest_version: number
  sha256: string
  agent_id: string | null
  author_tag: string
  at: string
  access: ReadNote['access']
  flags: TextFlag[]
  earlier: string | null
  earlier_is_json: boolean | null
}
type UsedShare = { note_id: string; pin_version: number | null }

/** Takes one use of a share, once per call. Throws `not_found` when the share is not valid. */
async function useShare(call: StoreCall, token: string, { version, diffFrom }: NoteToRead): Promise<UsedShare> {
  const { owner } = await call.caller()
  const values = [call.effectId, tokenHash(token), version ?? null, diffFrom !== undefined, owner]
  const use = () => call.pg.query<UsedShare>({ name: 'note-share-use', text: USE_SHARE, values })
  // When a concurrent attempt of this call took the use, the second try finds it recorded.
  const { rows } = await use().catch(use)
  if (rows[0] === undefined) throw noSuchNote()
  return rows[0]
}

const countReader = (call: StoreCall, noteId: string, owner: string) =>
  call.pg.query({
    name: 'note-reader',
    text: `insert into note_reader (note_id, reader) select id, $2 from note where id = $1 on conflict (note_id, reader) do update set read_at = now()`,
    values: [noteId, owner],
  })

const USE_SHARE = `
with known as (select from effect where id = $1::uuid),
used as (
  update note_share s set uses_left = s.uses_left - 1 from note n
  where s.token_hash = $2 and n.id = s.note_id and (n.expires_at is null or n.expires_at > now())
    and s.revoked_at is null and s.expires_at > now() and (s.uses_left is null or s.uses_left > 0) and not exists (select from known)
    -- What cannot be read takes no use.
    and exists (select from note_version v where v.note_id = n.id and v.version = coalesce(s.pin_version, n.version))
    and (n.owner = $5 or (not $4::boolean and ($3::int is null or $3::int = coalesce(s.pin_version, n.version))))
  returning s.note_id, s.pin_version
),
recorded as (insert into effect (id, answer) select $1::uuid, '{}' from used)
select * from used
union all
select s.note_id, s.pin_version from note_share s where s.token_hash = $2 and exists (select from known) and s.revoked_at is null`

const ACCESS = `case when n.owner = $2 then 'owner' when $5::boolean then 'shared' else 'public' end`

const READ_BY = (name: string) => `
select n.id, n.key, n.title, n.tags, n.version as latest_version, v.version, v.content, v.is_json, v.sha256, v.agent_id, v.author_tag, v.flags,
  ${isoUtc('v.at')} as at, ${ACCESS} as access, e.content as earlier, e.is_json as earlier_is_json
from note n
join note_version v on v.note_id = n.id and v.version = coalesce($4::int, $3::int, n.version)
left join note_version e on e.note_id = n.id and e.version = $6::int and n.owner = $2 and $4::int is null
where ${name} and (n.expires_at is null or n.expires_at > now()) and (n.owner = $2 or $5::boolean or n.visibility = 'public')
  and ($3::int is null or $3::int = $4::int or ($4::int is null and (n.owner = $2 or $3::int = n.version)))`

const READ = { id: READ_BY('n.id = $1'), key: READ_BY('n.key = $1 and n.owner = $2') }
