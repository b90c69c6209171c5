import { LockMode } from '@mikro-orm/core'

import { invalidFields, Refusal } from '#shared/errors.ts'
import { fragment, now } from '#shared/db/fragment.ts'
import type { NoteName, NoteShare as ShownShare, ShareToMake } from '#shared/doors/notes.ts'

import { writeOnce } from '../effects.ts'
import { withinQuota } from '../refuse-quota.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf, tokenHash } from '../store-keys.ts'
import { unexpired } from '../unexpired.ts'
import { nameOf, noSuchNote } from './find-note.ts'
import { NoteShare } from './note-share.entity.ts'
import { Note } from './note.entity.ts'

/** Maximum number of shares in force per note. */
const MOST_SHARES = 200
/** Maximum number of shares in a list. */
const MOST_LISTED = 500

/** Makes a share. Its token is derived from its id, so a second attempt of the call returns the same one. */
export async function shareNote(call: StoreCall, name: NoteName, wish: ShareToMake) {
  const { visibility, version, id: noteId } = await ownNote(call, name)
  if (wish.pinVersion !== undefined && wish.pinVersion > version) {
    throw invalidFields({ path: ['pin_version'], msg: `Value error, the note is at version ${version}` })
  }
  const shareId = idOf('shr', call.effectId)
  const token = call.keys.token(shareId)
  const share = await writeOnce(call, async (em, at) => {
    // The lock keeps concurrent shares of a note from exceeding their number together.
    const note = await em.findOne(Note, noteId, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (note === null) throw noSuchNote()
    const inForce = await em.count(NoteShare, { noteId, revokedAt: null, expiresAt: { $gt: at } })
    if (inForce >= MOST_SHARES) {
      throw new Refusal('quota_exceeded', `A note has at most ${MOST_SHARES} shares in force.`, {
        fix: { action: 'Revoke shares you no longer need (action: list, then revoke).' },
      })
    }
    const made = em.create(NoteShare, {
      id: shareId,
      noteId,
      tokenHash: tokenHash(token),
      permission: wish.permission,
      expiresAt: new Date(at.getTime() + wish.expiresInS * 1_000),
      maxUses: wish.maxUses ?? null,
      usesLeft: wish.maxUses ?? null,
      pinVersion: wish.pinVersion ?? null,
    })
    await em.flush()
    return shown(made)
  })
  return { share, token, visibility }
}

/** Lists the shares of a note, newest first, until a week after their expiry; never their tokens. */
export async function listShares(call: StoreCall, name: NoteName) {
  const { id: noteId, visibility } = await ownNote(call, name)
  const em = await call.db.em()
  const shares = await em.find(
    NoteShare,
    { noteId, expiresAt: { $gt: fragment`now() - interval '7 days'` } },
    { orderBy: { createdAt: 'desc', id: 'asc' }, limit: MOST_LISTED },
  )
  return { shares: shares.map(shown), visibility }
}

/** Ends a share at once. Returns `revoked: false` for a share that has ended already. */
export async function revokeShare(call: StoreCall, name: NoteName, shareId: string) {
  const { id: noteId, visibility } = await ownNote(call, name)
  const revoked = await writeOnce(call, async (em) => {
    const inForce = { id: shareId, noteId, revokedAt: null, expiresAt: { $gt: now } }
    return { revoked: (await em.nativeUpdate(NoteShare, inForce, { revokedAt: now })) === 1 }
  })
  return { ...revoked, visibility }
}

/** Makes a note public or private. */
export async function publishNote(call: StoreCall, name: NoteName, visibility: Note['visibility']) {
  const { id } = await ownNote(call, name)
  const em = await call.db.em()
  // Repeating this changes nothing, so no effect is recorded.
  await withinQuota(() => em.nativeUpdate(Note, { id, visibility: { $ne: visibility } }, { visibility }))
  return { visibility }
}

async function ownNote({ db, caller }: StoreCall, name: NoteName): Promise<Note> {
  const { owner } = await caller()
  const note = await (await db.em()).findOne(Note, { owner, ...nameOf(name), ...unexpired() })
  if (note === null) throw noSuchNote()
  return note
}

const shown = (share: NoteShare): ShownShare => ({
  share_id: share.id,
  permission: share.permission,
  created_at: share.createdAt.toISOString(),
  expires_at: share.expiresAt.toISOString(),
  max_uses: share.maxUses ?? null,
  uses_left: share.usesLeft ?? null,
  pin_version: share.pinVersion ?? null,
  revoked_at: share.revokedAt?.toISOString() ?? null,
})
