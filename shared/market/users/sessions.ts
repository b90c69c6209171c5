import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'
import { newCredentialId } from '#shared/money/credential-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { Session } from './session.entity.ts'

/** Lifetime of a session in hours, and maximum number of sessions per user: the next one ends the oldest. */
export const SESSION_HOURS = 12
const MOST_SESSIONS = 20

/** Opens a session and returns its id, from which the mint derives the token (type ss). */
export async function openSession(em: EntityManager, mint: CredentialMint, userId: string): Promise<string> {
  const id = newCredentialId()
  const hmac = mint.fingerprint(mint.issue('ss', id))
  const isOpen = { userId, revokedAt: null, expiresAt: { $gt: now } }
  const oldest = await em.find(Session, isOpen, {
    fields: ['id'],
    orderBy: { createdAt: 'desc' },
    offset: MOST_SESSIONS - 1,
  })
  if (oldest.length > 0) {
    await em.nativeUpdate(Session, { id: { $in: oldest.map((session) => session.id) } }, { revokedAt: now })
  }
  const expiresAt = fragment`now() + make_interval(hours => ${SESSION_HOURS})`
  await em.insert(Session, { id, userId, hmac, expiresAt })
  return id
}

/** Ends one session. */
export async function endSession(em: EntityManager, id: string): Promise<void> {
  await em.nativeUpdate(Session, { id, revokedAt: null }, { revokedAt: now })
}

/** Ends every session of a user. Returns how many there were. */
export const endSessions = (em: EntityManager, userId: string): Promise<number> =>
  em.nativeUpdate(Session, { userId, revokedAt: null, expiresAt: { $gt: now } }, { revokedAt: now })

/** A sign-in as its user sees it. Times are ISO 8601, UTC. */
export type ShownSession = {
  session_id: string
  created_at: string
  last_used_at: string | null
  expires_at: string
  is_current: boolean
}

/** The open sessions of a user, newest first. `currentId` is the one that asks; null when an API key does. */
export async function listSessions(
  em: EntityManager,
  userId: string,
  currentId: string | null,
): Promise<ShownSession[]> {
  const isOpen = { userId, revokedAt: null, expiresAt: { $gt: now } }
  const found = await em.find(Session, isOpen, { orderBy: { createdAt: 'desc', id: 'desc' } })
  return found.map((session) => ({
    session_id: session.id,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt?.toISOString() ?? null,
    expires_at: session.expiresAt.toISOString(),
    is_current: session.id === currentId,
  }))
}

/** Ends one open session of a user. Throws 404 for one that is not theirs, or has ended. */
export async function endOwnSession(em: EntityManager, userId: string, id: string): Promise<void> {
  const ended = await em.nativeUpdate(
    Session,
    { id, userId, revokedAt: null, expiresAt: { $gt: now } },
    { revokedAt: now },
  )
  if (ended === 0)
    throw new Refusal('not_found', 'You have no such open session.', {
      fix: { action: 'List yours.', method: 'GET', path: '/api/auth/sessions' },
    })
}
