import type { ClientBase, Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import type { CredentialMint, CredentialType } from '../credentials.ts'
import type { KnownKey } from './find-key.ts'
import { newCredentialId } from '../credential-id.ts'

/** The replacement key: its type and id, from which the mint derives its text. */
export type RotatedKey = { id: string; type: CredentialType; keyId: string }

/**
 * Revokes a key and creates a new one for the same account and policy. Balance, open holds, spent limits and a trial's
 * expiry stay with the account, so no money moves and open calls finish normally. Returns null when the key was not
 * active, so only one of several concurrent rotations succeeds.
 */
export async function rotateKey(
  pg: PgPool | ClientBase,
  mint: CredentialMint,
  key: KnownKey,
): Promise<RotatedKey | null> {
  const type = key.kind === 'trial' ? 'tk' : 'sk'
  const id = uuidv7()
  const keyId = newCredentialId()
  const credential = mint.issue(type, keyId)
  const { rowCount } = await pg.query(ROTATE, [key.id, id, keyId, mint.fingerprint(credential), credential.slice(-4)])
  return rowCount === 1 ? { id, type, keyId } : null
}

const ROTATE = `
with old as (
  update service_key set status = 'revoked', revoked_at = now(), replaced_by = $2::uuid where id = $1::uuid and status = 'active' returning *
)
insert into service_key (id, key_id, kind, account_id, hmac, last4, max_per_call, daily_limit, monthly_limit, allow_slugs, deny_slugs, auto_refill)
select $2::uuid, $3::text, kind, account_id, $4::bytea, $5::text, max_per_call, daily_limit, monthly_limit, allow_slugs, deny_slugs, auto_refill from old`
