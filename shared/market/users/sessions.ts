import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'
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
