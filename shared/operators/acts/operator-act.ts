import type { Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import { Refusal } from '#shared/errors.ts'
import { newCredentialId } from '#shared/money/credential-id.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import type { OperatorRole } from '../operator.entity.ts'

/** Makes an operator with a token of their own, or ends one. */
export type OperatorAct =
  | { name: 'operator add'; operator: string; role: OperatorRole }
  | { name: 'operator revoke'; operator: string }

/** Form of an operator's name. */
export const OPERATOR_NAME = /^(?!root$)[a-z0-9][a-z0-9._-]{1,39}$/

/** Runs an act about operators. Throws 409 for a name in use, and 404 for an operator who does not exist. */
export async function runOperatorAct(
  { pg, mint }: { pg: PgPool; mint: CredentialMint },
  act: OperatorAct,
): Promise<Record<string, unknown>> {
  const { operator } = act
  if (act.name === 'operator revoke') {
    const { rowCount } = await pg.query(
      `update operator set revoked_at = now() where name = $1 and revoked_at is null`,
      [operator],
    )
    if (rowCount === 0) throw new Refusal('not_found', `No operator is called ${operator}.`)
    return { operator, status: 'revoked' }
  }
  const id = newCredentialId()
  const token = mint.issue('op', id)
  const { rowCount } = await pg.query(
    `insert into operator (id, name, role, credential_id, hmac, last4) values ($1, $2, $3, $4, $5, $6)
     on conflict (name) where revoked_at is null do nothing`,
    [uuidv7(), operator, act.role, id, mint.fingerprint(token), token.slice(-4)],
  )
  if (rowCount === 0) throw new Refusal('conflict', `An operator is called ${operator} already.`)
  return { operator, role: act.role, token }
}
