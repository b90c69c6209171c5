import { randomBytes } from 'node:crypto'

import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { fragment, now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { AccountHashes } from './account-hashes.ts'
import { revokeKeys } from './api-keys.ts'
import { MarketUser } from './market-user.entity.ts'
import { PasswordReset } from './password-reset.entity.ts'
import type { Passwords } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** How many sessions and keys a new password ended. */
export type PasswordSet = { sessionsEnded: number; keysRevoked: number }

/** Default lifetime of a reset token, in minutes. */
export const RESET_MINUTES = 30

type Deps = { db: Pick<Db, 'pg' | 'em'>; passwords: Passwords; hashes: AccountHashes }

/** Sets a user's password. Ends every session, voids every reset token, and with `alsoKeys` revokes every API key. */
export async function setPassword(
  { db, passwords, hashes }: Deps,
  { userId, password, alsoKeys }: { userId: string; password: string; alsoKeys: boolean },
): Promise<PasswordSet> {
  const { email } = await (await db.em()).findOneOrFail(MarketUser, { id: userId }, { fields: ['email'] })
  const passwordHash = await passwords.make(password, hashes.salt(email))
  return inUnitOfWork(db, (em) => writePassword(em, { userId, passwordHash, alsoKeys }))
}

/** Issues a reset token for an operator to hand over: 256 random bits, of which only an HMAC is stored. */
export async function issueResetToken(
  em: EntityManager,
  mint: CredentialMint,
  { userId, minutes }: { userId: string; minutes: number },
): Promise<{ token: string; expiresAt: string }> {
  const token = `fbr_${randomBytes(32).toString('base64url')}`
  const hmac = mint.fingerprint(token)
  await em.insert(PasswordReset, { hmac, userId, expiresAt: fragment`now() + make_interval(mins => ${minutes})` })
  const { expiresAt } = await em.findOneOrFail(PasswordReset, { hmac })
  return { token, expiresAt: expiresAt.toISOString() }
}

/**
 * Sets a password by a reset token, which works once: of concurrent uses one succeeds. Throws 401
 * `invalid_reset_token`, the same for an unknown, used or expired token; such a token costs no hash.
 */
export async function resetPassword(
  deps: Deps & { mint: CredentialMint },
  { token, password, alsoKeys }: { token: string; password: string; alsoKeys: boolean },
): Promise<PasswordSet> {
  const { db, mint, passwords, hashes } = deps
  const hmac = mint.fingerprint(token)
  const asked = { hmac, expiresAt: { $gt: now } }
  const reader = await db.em()
  const reset = await reader.findOne(PasswordReset, asked)
  if (reset === null) throw invalidToken()
  const { userId } = reset
  const { email } = await reader.findOneOrFail(MarketUser, { id: userId }, { fields: ['email'] })
  const passwordHash = await passwords.make(password, hashes.salt(email))
  return inUnitOfWork(db, async (em) => {
    if ((await em.nativeDelete(PasswordReset, asked)) === 0) throw invalidToken()
    return writePassword(em, { userId, passwordHash, alsoKeys })
  })
}

async function writePassword(
  em: EntityManager,
  { userId, passwordHash, alsoKeys }: { userId: string; passwordHash: string; alsoKeys: boolean },
): Promise<PasswordSet> {
  await em.nativeUpdate(MarketUser, { id: userId }, { passwordHash, updatedAt: now })
  await em.nativeDelete(PasswordReset, { userId })
  return {
    sessionsEnded: await endSessions(em, userId),
    keysRevoked: alsoKeys ? await revokeKeys(em, userId) : 0,
  }
}

const invalidToken = () =>
  new Refusal('invalid_reset_token', 'This reset token is unknown, used or expired.', {
    fix: { action: 'Ask support for a new one.', method: 'POST', path: '/api/auth/forgot-password' },
  })
