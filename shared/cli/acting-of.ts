import type { Pool as PgPool } from 'pg'

import type { CredentialMint } from '#shared/money/credentials.ts'
import { operatorOfToken, ROOT } from '#shared/operators/operator-in-charge.ts'
import type { Acting } from '#shared/operators/record-action.ts'

import { AccessError } from './installation-access.ts'

/**
 * Who runs a command: the operator whose token OPERATOR_TOKEN is, or root without one, since whoever can read the
 * database's address and the server secret can do everything. Throws AccessError for a token that is not in force.
 */
export async function actingOf(pg: PgPool, mint: CredentialMint, token: string | undefined): Promise<Acting> {
  const operator = token === undefined || token === '' ? ROOT : await operatorOfToken(pg, mint, token)
  if (operator === null) throw new AccessError('OPERATOR_TOKEN is not the token of an operator, or was revoked.')
  return { operator, via: 'cli', requestId: null }
}
