import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { connectionOf } from '#shared/db/unit-of-work.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import type { EgressException } from '#shared/lib/network/egress-allow.ts'

import { ensureSellerAccount } from '../purchases/seller-account.ts'
import type { Actor } from '../users/actor.ts'
import { MarketUser } from '../users/market-user.entity.ts'
import type { NewEndpoint } from './endpoint-fields.ts'
import type { KeptSchemas } from './read-schemas.ts'
import { authSealer } from './sealed-auth.ts'
import { SellerEndpointStat } from './seller-endpoint-stat.entity.ts'
import { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import { SellerEndpoint } from './seller-endpoint.entity.ts'
import { isReservedSlug } from './seller-slug.ts'

/** Most endpoints of one account that are not deleted. */
const MOST_ENDPOINTS = 50

/** Where endpoints may be beside public https addresses: exact exceptions of this installation. */
export type TargetRules = { serverSecret: string; allow: readonly EgressException[] }

/**
 * Writes a new endpoint with its first version inside the caller's transaction, and returns its UUID. It is live once a
 * test call was answered. Throws 403 for a user who accepted no terms, 409 without a proved wallet, for a slug that is
 * taken and for an account with fifty endpoints, 422 for a reserved slug and for a target that is not https.
 */
export async function createEndpoint(
  em: EntityManager,
  actor: Actor,
  { sent, schemas }: { sent: NewEndpoint; schemas: KeptSchemas },
  rules: TargetRules,
): Promise<string> {
  if (isReservedSlug(sent.slug))
    throw invalidFields({ path: ['slug'], msg: 'Value error, this slug belongs to the service', input: sent.slug })
  refuseTarget(sent.target_url, rules)
  await requireSeller(em, actor, sent.solana_wallet)
  const count = await em.count(SellerEndpoint, {
    ownerId: { $in: await usersOf(em, actor) },
    state: { $ne: 'deleted' },
  })
  if (count >= MOST_ENDPOINTS)
    throw new Refusal('conflict', `An account has at most ${MOST_ENDPOINTS} endpoints.`, {
      fix: { action: 'Delete one that you no longer sell.' },
    })
  const tx = connectionOf(em)
  await ensureSellerAccount(tx, actor.userId)
  const id = uuidv7()
  // SQL: of two sellers who want a slug at once, one gets it.
  const { rowCount } = await tx.query(
    `insert into seller_endpoint (id, owner_id, slug, title, description, category, tags)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (slug) do nothing`,
    [id, actor.userId, sent.slug, sent.title, sent.description, sent.category, sent.tags],
  )
  if (rowCount === 0)
    throw new Refusal('already_exists', 'This slug is taken.', { fix: { action: 'Choose another slug.' } })
  em.create(SellerEndpointVersion, {
    ...versionOf(uuidv7(), rules, schemas, { authHeader: sent.auth_header ?? null }),
    endpointId: id,
    version: 1,
    targetUrl: sent.target_url,
    priceCents: sent.price_cents,
    timeoutMs: sent.timeout_s * 1_000,
  })
  em.create(SellerEndpointStat, { endpointId: id })
  return id
}

/** The columns of a version that hold schemas and a sealed header. */
export const versionOf = (
  id: string,
  { serverSecret }: TargetRules,
  schemas: KeptSchemas,
  { authHeader }: { authHeader: { name: string; value: string } | null },
) => ({
  id,
  ...schemas,
  authHeader: authHeader?.name ?? null,
  sealedAuth: authHeader === null ? null : authSealer(serverSecret).seal(id, authHeader.value),
})

/** Throws 422 for a target that is neither https nor an exact exception of this installation. */
export function refuseTarget(target: string, { allow }: TargetRules): void {
  const url = new URL(target)
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
  if (url.protocol === 'https:' || allow.some((one) => one.host === url.hostname && one.port === port)) return
  throw invalidFields({ path: ['target_url'], msg: 'Value error, an endpoint is called by https alone' })
}

/** Throws unless the user accepted the terms and has proved this wallet. An agent acts for the account it is of. */
async function requireSeller(em: EntityManager, { userId, accountId }: Actor, wallet: string): Promise<void> {
  const [user, account] = await Promise.all([em.findOne(MarketUser, userId), em.findOne(MarketUser, accountId)])
  if ((user?.termsAcceptedAt ?? account?.termsAcceptedAt ?? null) === null)
    throw new Refusal('forbidden', 'Whoever sells has accepted the terms.', {
      fix: { action: 'Register with terms_accepted, or sell with an account that did.' },
    })
  const isProved = (user?.walletProvedAt ?? null) !== null
  if (isProved && user?.solanaWallet === wallet) return
  throw new Refusal(
    'conflict',
    isProved ? 'This is not the wallet that your account has proved.' : 'Your account has no proved wallet.',
    {
      fix: {
        action: 'Ask for a message, sign it with the wallet, and publish again.',
        method: 'POST',
        path: '/api/auth/wallet/challenge',
        body: { solana_wallet: wallet },
      },
    },
  )
}

const usersOf = async (em: EntityManager, { accountId }: Actor): Promise<string[]> =>
  (await em.find(MarketUser, { accountId }, { fields: ['id'] })).map(({ id }) => id)
