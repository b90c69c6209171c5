import { timingSafeEqual } from 'node:crypto'

import type { ClientBase, Pool as PgPool } from 'pg'

import type { CredentialMint } from '../credentials.ts'
import type { RowOf } from '#shared/db/row-of.ts'
import type { ServiceKey } from './service-key.entity.ts'

/** A key whose secret was verified; it may be revoked. */
export type KnownKey = { id: string; keyId: string; kind: 'prepaid' | 'trial'; status: 'active' | 'revoked' }

/**
 * Finds the key of a credential, active or revoked, for the routes about keys. Returns null for a wrong form, checksum
 * or secret and for an unknown id. Compares the fingerprint in constant time, also when the id is unknown.
 */
export async function findKey(
  pg: PgPool | ClientBase,
  mint: CredentialMint,
  credential: string,
): Promise<KnownKey | null> {
  const parsed = mint.parse(credential)
  if (parsed === null || (parsed.type !== 'sk' && parsed.type !== 'tk')) return null
  const { rows } = await pg.query<Row>({ name: 'key-find', text: FIND, values: [parsed.id] })
  const [row] = rows
  const fingerprint = mint.fingerprint(credential)
  const isGenuine = timingSafeEqual(
    fingerprint,
    row?.hmac.length === fingerprint.length ? row.hmac : Buffer.alloc(fingerprint.length),
  )
  if (row === undefined || !isGenuine) return null
  return { id: row.id, keyId: row.key_id, kind: row.kind, status: row.status }
}

type Row = RowOf<ServiceKey, 'id' | 'keyId' | 'kind' | 'status' | 'hmac'>

const FIND = `select id, key_id, kind, status, hmac from service_key where key_id = $1`

/** Finds a key by its public id, for operators. Verifies no secret. */
export async function keyById(pg: PgPool, keyId: string): Promise<KnownKey | null> {
  const { rows } = await pg.query<Row>({ name: 'key-find', text: FIND, values: [keyId] })
  const [row] = rows
  return row === undefined ? null : { id: row.id, keyId: row.key_id, kind: row.kind, status: row.status }
}
