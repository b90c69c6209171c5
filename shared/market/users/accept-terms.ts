import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'

import { MarketUser } from './market-user.entity.ts'
import { TERMS_VERSION } from './terms.ts'

/** Accepts the terms in force for a user. Accepting twice keeps the first time. Throws 409 `conflict` for another version. */
export async function acceptTerms(em: EntityManager, userId: string, version: string): Promise<void> {
  if (version !== TERMS_VERSION)
    throw new Refusal('conflict', 'This is not the version of the terms in force.', {
      fix: { action: 'Read them and accept their version.', method: 'GET', path: '/api/auth/terms' },
      extra: { version: TERMS_VERSION },
    })
  const isNew = { id: userId, $or: [{ termsVersion: null }, { termsVersion: { $ne: version } }] }
  await em.nativeUpdate(MarketUser, isNew, { termsVersion: version, termsAcceptedAt: now, updatedAt: now })
}
