import type { ClientBase } from 'pg'

import { Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'

import { TERMS_VERSION } from './terms.ts'
import { skeletonOf } from './username.ts'

/** A user to insert. Fields are validated (account-fields.ts); the password is a PHC string. */
export type NewUser = {
  id: string
  username: string
  email: string
  passwordHash: string | null
  displayName: string | null
  wallet: string | null
  isAgent: boolean
  hasAcceptedTerms: boolean
}

/**
 * Inserts a user inside the caller's transaction and returns the time of creation (ISO 8601). Returns null when the
 * name, or one that looks the same, is taken; of concurrent inserts of one name, the unique keys let one through.
 * E-mails are not unique, so that nobody learns which ones are known.
 */
export async function insertUser(tx: ClientBase, user: NewUser): Promise<string | null> {
  const { rows } = await tx.query<{ created_at: string }>(INSERT, [
    user.id,
    user.username,
    skeletonOf(user.username),
    user.email,
    user.passwordHash,
    user.displayName,
    user.wallet,
    user.isAgent,
    user.hasAcceptedTerms ? TERMS_VERSION : null,
  ])
  return rows[0]?.created_at ?? null
}

/** 409 for a taken username. */
export const usernameTaken = (username: string): Refusal =>
  new Refusal('username_taken', 'This username, or one that looks like it, is taken.', {
    fix: { action: 'Choose another username.' },
    extra: { username },
  })

const INSERT = `
insert into market_user (id, username, skeleton, email, password_hash, display_name, solana_wallet, is_agent, terms_version, terms_accepted_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::text is not null then now() end)
on conflict do nothing returning ${isoUtc('created_at')} as created_at`
