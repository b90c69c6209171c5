import type { Db } from '#shared/db/open-db.ts'
import { ApiKey } from '#shared/market/users/api-key.entity.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { DEMO_USERS } from '#shared/playground/seed/seed-jobs.ts'

import { AccessError } from './installation-access.ts'

type DemoAccount = { username: string; api_key: string }

/**
 * Returns the two demo accounts of a playground's jobs board with their API keys. Throws AccessError where there are
 * none: on an installation that is no new playground, or when their keys were revoked.
 */
export async function demoAccounts(
  db: Pick<Db, 'em'>,
  mint: CredentialMint,
): Promise<{ poster: DemoAccount; worker: DemoAccount }> {
  const em = await db.em()
  const accountOf = async (username: string): Promise<DemoAccount> => {
    const user = await em.findOne(MarketUser, { username }, { fields: ['id'] })
    const key =
      user === null ? null : await em.findOne(ApiKey, { userId: user.id, revokedAt: null }, { fields: ['id'] })
    if (key === null)
      throw new AccessError(
        'There are no demo accounts here; a new playground (npm start) makes them a moment after it is ready.',
      )
    return { username, api_key: mint.issue('ak', key.id) }
  }
  return { poster: await accountOf(DEMO_USERS.poster), worker: await accountOf(DEMO_USERS.worker) }
}
