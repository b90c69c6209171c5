import { invalidFields, Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { NoteName, NoteShare, ShareToMake } from '#shared/doors/notes.ts'

import { writeOnce, RECORD_EFFECT, recorded } from '../effects.ts'
import { withinQuota } from '../refuse-quota.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf, tokenHash } from '../store-keys.ts'
import { findNote, type FoundNote, noSuchNote } from './find-note.ts'

type Visibility = 'private' | 'public'
/** Maximum number of valid shares per note. */
const MOST_SHARES = 200

/** Makes a share. Its token is derived from its id, so a second attempt of the call returns the same one. */
export async function shareNote(call: StoreCall, name: NoteName, wish: ShareToMake) {
  const { visibility, version, id: noteId } = await ownNote(call, name)
  if (wish.pinVersion !== undefined && wish.pinVersion > version) {
    throw invalidFields({ path: ['pin_version'], msg: `Value error, the note is at version ${version}` })
  }
  const shareId = idOf('shr', call.effectId)
  const token = call.keys.token(shareId)
  const share = await writeOnce(call.pg, call.effectId, async () => {
    const values = [
      call.effectId,
      shareId,
      noteId,
      tokenHash(token),
      wish.permission,
      wish.expiresInS,
      wish.maxUses ?? null,
      wish.pinVersion ?? null,
    ]
    const made = recorded<NoteShare>((await call.pg.query({ name: 'note-share', text: SHARE, values })).rows)
    if (made !== null) return made
    throw new Refusal('quota_exceeded', `A note has at most ${MOST_SHARES} shares in force.`, {
      fix: { action: 'Revoke shares you no longer need (action: list, then revoke).' },
    })
  })
  return { share, token, visibility }
}

/** Lists the shares of a note, newest first, until a week after their expiry; never their tokens. */
export async function listShares(call: StoreCall, name: NoteName) {
  const { id, visibility } = await ownNote(call, name)
  const { rows } = await call.pg.query<NoteShare>({ name: 'note-shares', text: SHARES, values: [id] })
  return { shares: rows, visibility }
}

/** Ends a share at once. Returns `revoked: false` for a share that has ended already. */
export async function revokeShare(call: StoreCall, name: NoteName, shareId: string) {
  const { id, visibility } = await ownNote(call, name)
  const revoked = await writeOnce(call.pg, call.effectId, async () => {
    const values = [call.effectId, shareId, id]
    return recorded<{ revoked: boolean }>((await call.pg.query({ name: 'note-revoke', text: REVOKE, values })).rows)
  })
  return { ...revoked, visibility }
}

/** Makes a note public or private. */
export async function publishNote(call: StoreCall, name: NoteName, visibility: Visibility) {
  const { id } = await ownNote(call, name)
  const values = [id, visibility]
  // Repeating this changes nothing, so no effect is recorded.
  await withinQuota(() => call.pg.query({ name: 'note-publish', text: PUBLISH, values }))
  return { visibility }
}

async function ownNote(call: StoreCall, { noteId, key }: NoteName): Promise<FoundNote> {
  const { owner } = await call.caller()
  const found = await findNote(call.pg, owner, { noteId, key })
  if (found === null) throw noSuchNote()
  return found
}

const VIEW = (s: string) => `
'share_id', ${s}.id, 'permission', ${s}.permission, 'created_at', ${isoUtc(`${s}.created_at`)}, 'expires_at', ${isoUtc(`${s}.expires_at`)},
'max_uses', ${s}.max_uses, 'uses_left', ${s}.uses_left, 'pin_version', ${s}.pin_version, 'revoked_at', ${isoUtc(`${s}.revoked_at`)}`

const SHARE = `
with made as (
  insert into note_share (id, note_id, token_hash, permission, expires_at, max_uses, uses_left, pin_version)
  select $2, $3, $4, $5, now() + make_interval(secs => $6::float8), $7::int, $7::int, $8::int
  where (select count(*) from note_share where note_id = $3 and revoked_at is null and expires_at > now()) < ${MOST_SHARES}
  returning *
),
answered as (select json_build_object(${VIEW('made')}) as answer from made),
${RECORD_EFFECT}`

const SHARES = `
select v.* from note_share s, lateral json_to_record(json_build_object(${VIEW('s')})) as v(
  share_id text, permission text, created_at text, expires_at text, max_uses int, uses_left int, pin_version int, revoked_at text)
where s.note_id = $1 and s.expires_at > now() - interval '7 days' order by s.created_at desc, s.id limit 500`

const REVOKE = `
with ended as (
  update note_share set revoked_at = now() where id = $2 and note_id = $3 and revoked_at is null and expires_at > now() returning id
),
answered as (select json_build_object('revoked', exists (select from ended)) as answer),
${RECORD_EFFECT}`

const PUBLISH = `update note set visibility = $2 where id = $1 and visibility <> $2`
