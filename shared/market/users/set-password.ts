import { randomBytes } from 'node:crypto'

import type { ClientBase, Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'

import type { AccountHashes } from './account-hashes.ts'
import { revokeKeys } from './api-keys.ts'
import type { Passwords } from './passwords.ts'
import { endSessions } from './sessions.ts'

/** How many sessions and keys a new password ended. */
export type PasswordSet = { sessionsEnded: number; keysRevoked: number }

/** Default lifetime of a reset token, in minutes. */
export const RESET_MINUTES = 30

type Deps = { pg: PgPool; passwords: Passwords; hashes: AccountHashes }

/** Sets a user's password. Ends every session, voids every reset token, and with `alsoKeys` revokes every API key. */
export async function setPassword(
  { pg, passwords, hashes }: Deps,
  { userId, password, alsoKeys }: { userId: string; password: string; alsoKeys: boolean },
): Promise<PasswordSet> {
  const { rows } = await pg.query<{ email: string }>(`select email from market_user where id = $1`, [userId])
  const next = await passwords.make(password, hashes.salt(rows[0]?.email ?? userId))
  return inTransaction(pg, (tx) => writePassword(tx, userId, next, alsoKeys))
}

/** Issues a reset token for an operator to hand over: 256 random bits, of which only an HMAC is stored. */
export async function issueResetToken(
  pg: PgPool,
  mint: CredentialMint,
  userId: string,
  minutes: number,
): Promise<{ token: string; expiresAt: string }> {
  const token = `fbr_${randomBytes(32).toString('base64url')}`
  const { rows } = await pg.query<{ expires_at: string }>(
    `insert into password_reset (hmac, user_id, expires_at) values ($1, $2, now() + make_interval(mins => $3))
     returning ${isoUtc('expires_at')} as expires_at`,
    [mint.fingerprint(token), userId, minutes],
  )
  return { token, expiresAt: rows[0]?.expires_at ?? '' }
}

/**
 * Sets a password by a reset token, which works once: of concurrent uses one succeeds. Throws 401
 * `invalid_reset_token`, the same for an unknown, used or expired token; such a token costs no hash.
 */
export async function resetPassword(
  deps: Deps & { mint: CredentialMint },
  { token, password, alsoKeys }: { token: string; password: string; alsoKeys: boolean },
): Promise<PasswordSet> {
  const { pg, mint, passwords, hashes } = deps
  const hmac = mint.fingerprint(token)
  const { rows } = await pg.query<{ user_id: string; email: string }>(
    `select r.user_id, u.email from password_reset r join market_user u on u.id = r.user_id where r.hmac = $1 and r.expires_at > now()`,
    [hmac],
  )
  const [reset] = rows
  if (reset === undefined) throw invalidToken()
  const next = await passwords.make(password, hashes.salt(reset.email))
  return inTransaction(pg, async (tx) => {
    const { rowCount } = await tx.query(`delete from password_reset where hmac = $1 and expires_at > now()`, [hmac])
    if (rowCount === 0) throw invalidToken()
    return writePassword(tx, reset.user_id, next, alsoKeys)
  })
}

async function writePassword(tx: ClientBase, userId: string, phc: string, alsoKeys: boolean): Promise<PasswordSet> {
  await tx.query(`update market_user set password_hash = $2, updated_at = now() where id = $1`, [userId, phc])
  await tx.query(`delete from password_reset where user_id = $1`, [userId])
  return {
    sessionsEnded: await endSessions(tx, userId),
    keysRevoked: alsoKeys ? await revokeKeys(tx, userId) : 0,
  }
}

const invalidToken = () =>
  new Refusal('invalid_reset_token', 'This reset token is unknown, used or expired.', {
    fix: { action: 'Ask support for a new one.', method: 'POST', path: '/api/auth/forgot-password' },
  })
