import type { Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { grantPass } from '#shared/money/passes/grant-pass.ts'
import { creditKey } from '#shared/money/prepaid/credit-key.ts'
import { forfeitKey } from '#shared/money/prepaid/forfeit-key.ts'
import { keyById } from '#shared/money/prepaid/find-key.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'
import type { PassKind } from '#shared/terms.ts'

/** Gives away a prepaid key, money on one, or a pass; or revokes a key, whose balance is forfeited. */
export type KeyAct =
  | { name: 'key grant'; cents: number }
  | { name: 'key credit'; keyId: string; cents: number; reason: string }
  | { name: 'key revoke'; keyId: string; reason: string }
  | { name: 'pass grant'; kind: PassKind }

/** Most cents that one act gives. */
export const MOST_CENTS = 10_000_000

/** Runs an act about keys. Throws 404 for an unknown key and 409 for one that is not active, or is a trial. */
export async function runKeyAct(
  { pg, mint }: { pg: PgPool; mint: CredentialMint },
  act: KeyAct,
): Promise<Record<string, unknown>> {
  switch (act.name) {
    case 'key grant': {
      const { key, keyId, balanceCents } = await grantKey(pg, mint, act.cents)
      return { key, key_id: keyId, balance_cents: balanceCents }
    }
    case 'pass grant': {
      const { passToken, passId, kind, scope, validUntil } = await grantPass(pg, mint, act.kind)
      return { pass_token: passToken, pass_id: passId, kind, scope, valid_until: validUntil }
    }
    case 'key credit': {
      const balanceCents = await creditKey(pg, act.keyId, act.cents)
      if (balanceCents === null) throw await whyNot(pg, act.keyId)
      return { key_id: act.keyId, credited_cents: act.cents, balance_cents: balanceCents }
    }
    case 'key revoke': {
      const key = await keyById(pg, act.keyId)
      const forfeit = key === null ? null : await forfeitKey(pg, key)
      if (forfeit === null) throw await whyNot(pg, act.keyId)
      return { key_id: act.keyId, forfeited_cents: forfeit.forfeitedCents, held_cents: forfeit.heldCents }
    }
  }
}

async function whyNot(pg: PgPool, keyId: string): Promise<Refusal> {
  const key = await keyById(pg, keyId)
  if (key === null) return new Refusal('not_found', `There is no key ${keyId}.`)
  if (key.status === 'revoked') return new Refusal('conflict', `The key ${keyId} is revoked; nothing was moved.`)
  return new Refusal('conflict', 'A trial key is granted its cents once; grant a prepaid key instead.')
}
