import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { createEndpoint } from '#shared/market/endpoints/create-endpoint.ts'
import { NewEndpoint } from '#shared/market/endpoints/endpoint-fields.ts'
import { readSchemas } from '#shared/market/endpoints/read-schemas.ts'
import { SellerEndpoint } from '#shared/market/endpoints/seller-endpoint.entity.ts'
import { targetRules } from '#shared/market/endpoints/target-rules.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'

import { SAMPLE_ENDPOINT } from '../site/seller-answers.ts'

/**
 * Publishes the sample seller's endpoint in a new playground, for the user with this proved wallet. Its API is answered by
 * the sample site. Returns false when the slug is taken, or nobody has the wallet.
 */
export async function seedEndpoint(db: Pick<Db, 'pg' | 'em'>, config: Config, wallet: string): Promise<boolean> {
  const sent = NewEndpoint.parse({ ...SAMPLE_ENDPOINT, solana_wallet: wallet, content_policy_accepted: true })
  const schemas = readSchemas({
    inputSchema: sent.input_schema,
    inputExample: sent.input_example,
    outputSchema: sent.output_schema,
    outputExample: sent.output_example,
  })
  return inUnitOfWork(db, async (em) => {
    const [user, taken] = [
      await em.findOne(MarketUser, { provedWallet: wallet }),
      await em.findOne(SellerEndpoint, { slug: sent.slug }, { fields: ['id'] }),
    ]
    if (user === null || taken !== null) return false
    const seller = { userId: user.id, accountId: user.accountId ?? user.id }
    await createEndpoint(
      em,
      seller,
      { sent, schemas },
      { serverSecret: config.SERVER_SECRET, urls: targetRules(config) },
    )
    return true
  })
}
