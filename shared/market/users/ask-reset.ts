import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'

import type { AccountHashes } from './account-hashes.ts'
import { ResetRequest } from './reset-request.entity.ts'

/**
 * Records that a reset was requested for an e-mail. The row is the same whether the e-mail is known or not, and does
 * not reveal the user.
 */
export async function askReset(em: EntityManager, hashes: AccountHashes, email: string): Promise<void> {
  await em
    .qb(ResetRequest)
    .insert({ emailHash: hashes.email(email) })
    .onConflict(['emailHash'])
    .merge({ askedAt: now, times: fragment`least(reset_request.times, 1000000) + 1` })
    .execute('run')
}

/**
 * Returns when a reset was last requested for an e-mail (ISO 8601); null if not within the time that requests are kept.
 */
export async function askedResetAt(em: EntityManager, hashes: AccountHashes, email: string): Promise<string | null> {
  const request = await em.findOne(ResetRequest, { emailHash: hashes.email(email) })
  return request?.askedAt.toISOString() ?? null
}
