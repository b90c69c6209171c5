import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { newCredentialId } from '#shared/money/credential-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { fragment, now } from '#shared/db/fragment.ts'

import type { Scope } from './actor.ts'
import { ApiKey } from './api-key.entity.ts'
import { MarketUser } from './market-user.entity.ts'
import { notFound } from './require-owner.ts'

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

/** A key to insert; `expiresAt` is a time, or an expression of the database's clock. */
type KeyToInsert = Pick<NewKey, 'name' | 'scopes'> & { id: string; userId: string; expiresAt: Date | typeof now | null }

/**
 * Makes a key inside the caller's transaction; the mint derives it from the id (type ak). Throws 409 `conflict` when
 * the user has MOST_KEYS valid keys. Concurrent calls for a user wait for each other on the user's row.
 */
export async function makeKey(
  em: EntityManager,
  mint: CredentialMint,
  { userId, name, scopes, expiresInDays }: NewKey & { userId: string },
): Promise<ShownKey> {
  await em.findOneOrFail(MarketUser, { id: userId }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE })
  if ((await em.count(ApiKey, { userId, ...VALID })) >= MOST_KEYS) {
    throw new Refusal('conflict', `This account has ${MOST_KEYS} keys already.`, {
      fix: { action: 'Revoke a key you do not need, or rotate one.', method: 'GET', path: '/api/auth/keys' },
    })
  }
  const expiresAt = expiresInDays === null ? null : fragment`now() + make_interval(days => ${expiresInDays})`
  return insertKey(em, mint, { id: newCredentialId(), userId, name, scopes, expiresAt })
}

/**
 * Replaces a key by a new one of the same name, scopes and expiry. The old one stops working when the caller commits.
 * Throws 404 for a key of another user, 409 for a revoked or expired key, and 403 for a key with a scope that is not in
 * `may`, because the caller would gain that scope.
 */
export async function rotateKey(
  em: EntityManager,
  mint: CredentialMint,
  { userId, keyId, may }: { userId: string; keyId: string; may: readonly Scope[] },
): Promise<ShownKey> {
  const id = newCredentialId()
  const [old] = await em
    .qb(ApiKey)
    .update({ revokedAt: now, replacedBy: id })
    .where({ id: keyId, userId, ...VALID })
    .returning(['name', 'scopes', 'expiresAt'])
    .execute<Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>[]>('all')
  if (old === undefined) {
    const { status } = await readKey(em, userId, keyId)
    throw new Refusal('conflict', `This key is ${status}.`, {
      fix: { action: 'Make a new key.', method: 'POST', path: '/api/auth/keys' },
    })
  }
  if (old.scopes.some((scope) => !may.includes(scope))) {
    throw new Refusal('insufficient_scope', 'This key cannot rotate one that may do more.', {
      fix: { action: 'Use a session, or the key itself.' },
    })
  }
  return insertKey(em, mint, {
    id,
    userId,
    name: old.name ?? null,
    scopes: old.scopes,
    expiresAt: old.expiresAt ?? null,
  })
}

/** Revokes a key. Does nothing to a revoked key. Throws 404 for a key of another user. */
export async function revokeKey(em: EntityManager, userId: string, keyId: string): Promise<ShownKey> {
  await em.nativeUpdate(ApiKey, { id: keyId, userId, revokedAt: null }, { revokedAt: now })
  return readKey(em, userId, keyId)
}

/** Revokes every key of a user. Returns how many it revoked. */
export const revokeKeys = (em: EntityManager, userId: string): Promise<number> =>
  em.nativeUpdate(ApiKey, { userId, revokedAt: null }, { revokedAt: now })

/** Lists a user's keys, newest first, including those revoked in the last 30 days. */
export async function listKeys(em: EntityManager, userId: string): Promise<ShownKey[]> {
  const keys = await selectShown(em)
    .where({ userId, $or: [{ revokedAt: null }, { revokedAt: { $gt: fragment`now() - interval '30 days'` } }] })
    .orderBy({ createdAt: 'desc', id: 'asc' })
    .limit(100)
    .execute('all')
  return keys.map(shown)
}

async function readKey(em: EntityManager, userId: string, keyId: string): Promise<ShownKey> {
  const [key] = await selectShown(em).where({ id: keyId, userId }).execute('all')
  if (key === undefined) throw notFound('key')
  return shown(key)
}

async function insertKey(em: EntityManager, mint: CredentialMint, key: KeyToInsert): Promise<ShownKey> {
  const secret = mint.issue('ak', key.id)
  await em.insert(ApiKey, {
    ...key,
    scopes: [...key.scopes],
    hmac: mint.fingerprint(secret),
    last4: secret.slice(-4),
  })
  return readKey(em, key.userId, key.id)
}

const VALID = { revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] }

const SHOWN = [
  'id',
  'name',
  'last4',
  'scopes',
  'createdAt',
  'expiresAt',
  'lastUsedAt',
  'revokedAt',
  'replacedBy',
] as const

/** Selects keys with all that is shown, and whether they have expired by the database's clock. */
const selectShown = (em: EntityManager) =>
  em
    .qb(ApiKey, 'k')
    .select([...SHOWN])
    .addSelect(fragment`k.expires_at <= now()`.as('isExpired'))

type Selected = Pick<ApiKey, (typeof SHOWN)[number]> & { isExpired: unknown }

const shown = ({ id, isExpired, ...key }: Selected): ShownKey => ({
  key_id: id,
  name: key.name ?? null,
  last4: key.last4,
  scopes: key.scopes,
  status: key.revokedAt instanceof Date ? 'revoked' : isExpired === true ? 'expired' : 'active',
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  replaced_by: key.replacedBy ?? null,
})
