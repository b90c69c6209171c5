import { PASS_TERMS, type PassKind } from '#shared/terms.ts'
import type { ClientBase, Pool as PgPool } from 'pg'
import { uuidv7 } from 'uuidv7'

import type { CredentialMint } from '../credentials.ts'
import { newCredentialId } from '../credential-id.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'

/** A new pass with its token, which is shown only once. */
export type GrantedPass = {
  passToken: string
  passId: string
  kind: PassKind
  scope: 'guards' | 'all'
  validFrom: string
  validUntil: string
}

/** Creates a pass, valid from now by the database's clock. Not idempotent: each call creates another pass. */
export async function grantPass(pg: PgPool | ClientBase, mint: CredentialMint, kind: PassKind): Promise<GrantedPass> {
  const { type, scope, hours } = PASS_TERMS[kind]
  const passId = newCredentialId()
  const passToken = mint.issue(type, passId)
  const { rows } = await pg.query<{ valid_from: string; valid_until: string }>(GRANT, [
    uuidv7(),
    passId,
    kind,
    scope,
    mint.fingerprint(passToken),
    passToken.slice(-4),
    hours,
  ])
  const { valid_from: validFrom = '', valid_until: validUntil = '' } = rows[0] ?? {}
  return { passToken, passId, kind, scope, validFrom, validUntil }
}

const GRANT = `
insert into pass (id, pass_id, kind, scope, hmac, last4, valid_until)
values ($1::uuid, $2, $3, $4, $5::bytea, $6, now() + make_interval(hours => $7::int))
returning ${isoUtc('valid_from')} as valid_from, ${isoUtc('valid_until')} as valid_until`
