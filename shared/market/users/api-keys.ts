import type { ClientBase, Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { newCredentialId } from '#shared/money/credential-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'

import { notFound } from './require-owner.ts'
import type { Scope } from './actor.ts'

type Sql = ClientBase | PgPool

/** Maximum number of valid keys per user. */
export const MOST_KEYS = 5

export type NewKey = { name: string | null; scopes: readonly Scope[]; expiresInDays: number | null }

/** A key as shown to its owner, without the key itself. Times are ISO 8601, UTC. */
export type ShownKey = {
  key_id: string
  name: string | null
  last4: string
  scopes: Scope[]
  status: 'active' | 'expired' | 'revoked'
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
  replaced_by: string | null
}

/**
 * Makes a key inside the caller's transaction; the mint derives it from the id (type ak). Throws 409 `conflict` when
 * the user has MOST_KEYS valid keys. Concurrent calls for a user wait for each other on the user's row.
 */
export async function makeKey(tx: ClientBase, mint: CredentialMint, userId: string, key: NewKey): Promise<ShownKey> {
  await tx.query(`select from market_user where id = $1 for update`, [userId])
  const { rows } = await tx.query<{ n: number }>(
    `select count(*)::int as n from api_key where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > now())`,
    [userId],
  )
  if ((rows[0]?.n ?? 0) >= MOST_KEYS) {
    throw new Refusal('conflict', `This account has ${MOST_KEYS} keys already.`, {
      fix: { action: 'Revoke a key you do not need, or rotate one.', method: 'GET', path: '/api/auth/keys' },
    })
  }
  return insertKey(tx, mint, userId, key)
}

/**
 * Replaces a key by a new one of the same name, scopes and expiry. The old one stops working when the caller commits.
 * Throws 404 for a key of another user, 409 for a revoked or expired key, and 403 for a key with a scope that is not in
 * `may`, because the caller would gain that scope.
 */
export async function rotateKey(
  tx: ClientBase,
  mint: CredentialMint,
  userId: string,
  keyId: string,
  may: readonly Scope[],
): Promise<ShownKey> {
  const next = newCredentialId()
  const { rows } = await tx.query<{ name: string | null; scopes: Scope[]; left_days: number | null }>(ROTATE, [
    keyId,
    userId,
    next,
  ])
  const [old] = rows
  if (old === undefined) {
    const { status } = await readKey(tx, userId, keyId)
    throw new Refusal('conflict', `This key is ${status}.`, {
      fix: { action: 'Make a new key.', method: 'POST', path: '/api/auth/keys' },
    })
  }
  if (old.scopes.some((scope) => !may.includes(scope))) {
    throw new Refusal('insufficient_scope', 'This key cannot rotate one that may do more.', {
      fix: { action: 'Use a session, or the key itself.' },
    })
  }
  return insertKey(tx, mint, userId, { name: old.name, scopes: old.scopes, expiresInDays: old.left_days }, next)
}

/** Revokes a key. Does nothing to a revoked key. Throws 404 for a key of another user. */
export async function revokeKey(sql: Sql, userId: string, keyId: string): Promise<ShownKey> {
  await sql.query(`update api_key set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null`, [
    keyId,
    userId,
  ])
  return readKey(sql, userId, keyId)
}

/** Revokes every key of a user. Returns how many it revoked. */
export async function revokeKeys(sql: Sql, userId: string): Promise<number> {
  const { rowCount } = await sql.query(
    `update api_key set revoked_at = now() where user_id = $1 and revoked_at is null`,
    [userId],
  )
  return rowCount ?? 0
}

/** Lists a user's keys, newest first, including those revoked in the last 30 days. */
export async function listKeys(sql: Sql, userId: string): Promise<ShownKey[]> {
  const { rows } = await sql.query<ShownKey>(
    `${SHOWN} where user_id = $1 and (revoked_at is null or revoked_at > now() - interval '30 days') order by created_at desc, id limit 100`,
    [userId],
  )
  return rows
}

async function readKey(sql: Sql, userId: string, keyId: string): Promise<ShownKey> {
  const { rows } = await sql.query<ShownKey>(`${SHOWN} where id = $1 and user_id = $2`, [keyId, userId])
  const [key] = rows
  if (key === undefined) throw notFound('key')
  return key
}

async function insertKey(
  tx: ClientBase,
  mint: CredentialMint,
  userId: string,
  { name, scopes, expiresInDays }: NewKey,
  id: string = newCredentialId(),
): Promise<ShownKey> {
  const key = mint.issue('ak', id)
  await tx.query(INSERT, [id, userId, name, mint.fingerprint(key), key.slice(-4), scopes, expiresInDays])
  return readKey(tx, userId, id)
}

const SHOWN = `
select id as key_id, name, last4, scopes, case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end as status,
  ${isoUtc('created_at')} as created_at, ${isoUtc('expires_at')} as expires_at, ${isoUtc('last_used_at')} as last_used_at,
  ${isoUtc('revoked_at')} as revoked_at, replaced_by
from api_key`

const INSERT = `
insert into api_key (id, user_id, name, hmac, last4, scopes, expires_at)
values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7::float8 * 86400))`

const ROTATE = `
update api_key set revoked_at = now(), replaced_by = $3 where id = $1 and user_id = $2 and revoked_at is null
  and (expires_at is null or expires_at > now())
returning name, scopes, extract(epoch from expires_at - now())::float8 / 86400 as left_days`
