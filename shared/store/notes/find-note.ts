import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import type { NoteName, TextFlag } from '#shared/doors/notes.ts'

import { tokenHash } from '../store-keys.ts'

/** A note that the caller owns or has a share of, in its newest version. */
export type FoundNote = {
  id: string
  owner: string
  owner_tag: string
  key: string | null
  visibility: 'private' | 'public'
  version: number
  sha256: string
  has_secret: boolean
  flags: TextFlag[]
  content: string
  is_json: boolean
  /** Null when the note was found as the owner's, not by a share. */
  permission: 'read' | 'append' | null
}

/** 404 for a note that does not exist and for a note of another owner, so that ids cannot be probed. */
export const noSuchNote = () =>
  new Refusal('not_found', 'There is no such note for this credential.', {
    fix: { action: 'Check note_id, key or share_token; a share may have ended.' },
  })

/** Finds an unexpired note of this owner by id or key, or of any owner by a valid share. Null when there is none. */
export async function findNote(pg: PgPool, owner: string, { noteId, key, shareToken }: NoteName) {
  const [by, value] =
    shareToken === undefined
      ? noteId === undefined
        ? (['key', key ?? ''] as const)
        : (['id', noteId] as const)
      : (['share', tokenHash(shareToken)] as const)
  const values = by === 'share' ? [value] : [value, owner]
  const { rows } = await pg.query<FoundNote>({ name: `note-find-by-${by}`, text: FIND[by], values })
  return rows[0] ?? null
}

const NEWEST = (permission: string) => `
select n.id, n.owner, n.owner_tag, n.key, n.visibility, n.version, n.sha256, n.has_secret, n.flags, v.content, v.is_json, ${permission} as permission
from note n join note_version v on v.note_id = n.id and v.version = n.version`
const ALIVE = `(n.expires_at is null or n.expires_at > now())`

const FIND = {
  key: `${NEWEST('null::text')} where n.key = $1 and n.owner = $2 and ${ALIVE}`,
  id: `${NEWEST('null::text')} where n.id = $1 and n.owner = $2 and ${ALIVE}`,
  share: `${NEWEST('s.permission')} join note_share s on s.note_id = n.id
    where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now() and (s.uses_left is null or s.uses_left > 0) and ${ALIVE}`,
}
