import type { ClientBase, Pool as PgPool } from 'pg'

import { newCredentialId } from '#shared/money/credential-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

type Sql = ClientBase | PgPool

/** Lifetime of a session in hours, and maximum number of sessions per user: the next one ends the oldest. */
export const SESSION_HOURS = 12
const MOST_SESSIONS = 20

/** Opens a session and returns its id, from which the mint derives the token (type ss). */
export async function openSession(sql: Sql, mint: CredentialMint, userId: string): Promise<string> {
  const id = newCredentialId()
  await sql.query(OPEN, [id, userId, mint.fingerprint(mint.issue('ss', id))])
  return id
}

/** Ends one session. */
export async function endSession(sql: Sql, id: string): Promise<void> {
  await sql.query(`update session set revoked_at = now() where id = $1 and revoked_at is null`, [id])
}

/** Ends every session of a user. Returns how many there were. */
export async function endSessions(sql: Sql, userId: string): Promise<number> {
  const { rowCount } = await sql.query(
    `update session set revoked_at = now() where user_id = $1 and revoked_at is null and expires_at > now()`,
    [userId],
  )
  return rowCount ?? 0
}

const OPEN = `
with oldest as (
  select id from session where user_id = $2 and revoked_at is null and expires_at > now()
  order by created_at desc offset ${MOST_SESSIONS - 1}
), ended as (update session set revoked_at = now() where id in (select id from oldest))
insert into session (id, user_id, hmac, expires_at) values ($1, $2, $3, now() + interval '${SESSION_HOURS} hours')`
