import { uuidv7 } from 'uuidv7'

import { now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { parseEgressAllow } from '#shared/lib/network/egress-allow.ts'
import { urlRules } from '#shared/lib/network/public/admit-url.ts'
import { createEndpoint } from '#shared/market/endpoints/create-endpoint.ts'
import { NewEndpoint } from '#shared/market/endpoints/endpoint-fields.ts'
import { readSchemas } from '#shared/market/endpoints/read-schemas.ts'
import { sellerPath } from '#shared/market/endpoints/seller-slug.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'
import { insertUser } from '#shared/market/users/register-user.ts'

const WALLET = 'Cktb5JTzvtfrbPyiYAZDaF8W3Nk8vnKziLo5jK4XPtQv'

/** Puts an endpoint with a seller of its own on sale, without a test call, and returns the path of its calls. */
export async function sellEndpoint(
  db: Db,
  { slug, target, allow, serverSecret }: { slug: string; target: string; allow: string; serverSecret: string },
): Promise<string> {
  const id = uuidv7()
  const sent = NewEndpoint.parse({
    slug,
    title: 'Counts characters',
    description: 'Counts the characters of what is sent.',
    target_url: target,
    price_cents: 50,
    input_schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    input_example: { text: 'hello' },
    output_example: { characters: 16 },
    solana_wallet: WALLET,
    content_policy_accepted: true,
  })
  const schemas = readSchemas({
    inputSchema: sent.input_schema,
    inputExample: sent.input_example,
    outputSchema: undefined,
    outputExample: sent.output_example,
  })
  const urls = urlRules({ allow: parseEgressAllow(allow), ownNames: [], ownAddresses: () => new Set() })
  await inUnitOfWork(db, async (em) => {
    const user = { id, username: `seller-${slug}`, email: `${slug}@bench.invalid`, passwordHash: null }
    await insertUser(em, { ...user, displayName: null, wallet: WALLET, isAgent: false, hasAcceptedTerms: true })
    await em.nativeUpdate(MarketUser, { id }, { provedWallet: WALLET, walletProvedAt: now })
    await createEndpoint(em, { userId: id, accountId: id }, { sent, schemas }, { serverSecret, urls })
  })
  await db.pg.query(
    `update seller_endpoint set state = 'live', verdict = 'passed', live_since = now(), next_probe_at = 'infinity' where slug = $1`,
    [slug],
  )
  return sellerPath(slug)
}
