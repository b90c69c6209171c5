import type { Pool as PgPool } from 'pg'

import type { CredentialMint } from '#shared/money/credentials.ts'

import type { OperatorRole } from './operator.entity.ts'

/** Who acts: a named operator, or the holder of ADMIN_TOKEN or of the installation, who is root and has no id. */
export type OperatorInCharge = { id: string | null; name: string; role: OperatorRole | 'root' }

export const ROOT: OperatorInCharge = { id: null, name: 'root', role: 'root' }

/** Whether an operator may do what changes something. */
export const mayAct = ({ role }: OperatorInCharge): boolean => role !== 'viewer'

/** Finds the operator whose token this is. Null for every other text, and for an operator who was revoked. */
export async function operatorOfToken(
  pg: PgPool,
  mint: CredentialMint,
  token: string,
): Promise<OperatorInCharge | null> {
  const parsed = mint.parse(token)
  if (parsed?.type !== 'op') return null
  const { rows } = await pg.query<OperatorInCharge>({
    name: 'operator-of-token',
    text: `select id, name, role from operator where credential_id = $1 and hmac = $2 and revoked_at is null`,
    values: [parsed.id, mint.fingerprint(token)],
  })
  return rows[0] ?? null
}

/** Finds an operator who was not revoked by id. */
export async function operatorById(pg: PgPool, id: string): Promise<OperatorInCharge | null> {
  const { rows } = await pg.query<OperatorInCharge>({
    name: 'operator-by-id',
    text: `select id, name, role from operator where id = $1::uuid and revoked_at is null`,
    values: [id],
  })
  return rows[0] ?? null
}
