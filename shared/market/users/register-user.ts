import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import { MarketUser } from './market-user.entity.ts'
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
export async function insertUser(
  em: EntityManager,
  { wallet, hasAcceptedTerms, ...user }: NewUser,
): Promise<string | null> {
  const [made] = await em
    .qb(MarketUser)
    .insert({
      ...user,
      accountId: user.id,
      skeleton: skeletonOf(user.username),
      solanaWallet: wallet,
      ...(hasAcceptedTerms ? { termsVersion: TERMS_VERSION, termsAcceptedAt: now } : {}),
    })
    .onConflict([])
    .ignore()
    .returning(['createdAt'])
    .execute<Pick<MarketUser, 'createdAt'>[]>('all')
  return made?.createdAt.toISOString() ?? null
}

/** 409 for a taken username. */
export const usernameTaken = (username: string): Refusal =>
  new Refusal('username_taken', 'This username, or one that looks like it, is taken.', {
    fix: { action: 'Choose another username.' },
    extra: { username },
  })
