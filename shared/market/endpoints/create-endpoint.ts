import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { fragment } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import type { UrlRules } from '#shared/lib/network/public/admit-url.ts'

import { ensureSellerAccount } from '../purchases/seller-account.ts'
import type { Actor } from '../users/actor.ts'
import { MarketUser } from '../users/market-user.entity.ts'
import type { NewEndpoint } from './endpoint-fields.ts'
import type { KeptSchemas } from './read-schemas.ts'
import { headerColumns } from './sealed-auth.ts'
import { SellerEndpointStat } from './seller-endpoint-stat.entity.ts'
import { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import { SellerEndpoint } from './seller-endpoint.entity.ts'
import { isReservedSlug } from './seller-slug.ts'
import { refuseTarget } from './target-rules.ts'

/**
 * Most endpoints of one account. Those deleted within a day count, because a slug stays taken: nobody takes many by
 * publishing and deleting.
 */
const MOST_ENDPOINTS = 50

/** What auth headers are sealed with, and where endpoints may be. */
export type EndpointRules = { serverSecret: string; urls: UrlRules }

/**
 * Writes a new endpoint with its first version inside the caller's transaction, and returns its UUID. It is live once a
 * test call was answered. Throws 403 for a user who accepted no terms, 409 without a proved wallet, for a slug that is
 * taken and for an account with fifty endpoints, 422 for a reserved slug and what `refuseTarget` throws.
 */
export async function createEndpoint(
  em: EntityManager,
  actor: Pick<Actor, 'userId' | 'accountId'>,
  { sent, schemas }: { sent: NewEndpoint; schemas: KeptSchemas },
  rules: EndpointRules,
): Promise<string> {
  if (isReservedSlug(sent.slug))
    throw invalidFields({ path: ['slug'], msg: 'Value error, this slug belongs to the service', input: sent.slug })
  refuseTarget(sent.target_url, rules.urls)
  await requireSeller(em, actor, sent.solana_wallet)
  const count = await em.count(SellerEndpoint, {
    ownerId: { $in: await usersOf(em, actor) },
    $or: [{ state: { $ne: 'deleted' } }, { createdAt: { $gt: fragment`now() - interval '1 day'` } }],
  })
  if (count >= MOST_ENDPOINTS)
    throw new Refusal('conflict', `An account has at most ${MOST_ENDPOINTS} endpoints, with those it deleted today.`, {
      fix: { action: 'Delete one that you no longer sell, and publish again in a day.' },
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
  const versionId = uuidv7()
  em.create(SellerEndpointVersion, {
    id: versionId,
    ...schemas,
    ...headerColumns(rules.serverSecret, versionId, sent.auth_header ?? null),
    endpointId: id,
    version: 1,
    targetUrl: sent.target_url,
    priceCents: sent.price_cents,
    timeoutMs: sent.timeout_s * 1_000,
  })
  em.create(SellerEndpointStat, { endpointId: id })
  return id
}

/** Throws unless the user accepted the terms and has proved this wallet. An agent acts for the account it is of. */
async function requireSeller(
  em: EntityManager,
  { userId, accountId }: Pick<Actor, 'userId' | 'accountId'>,
  wallet: string,
): Promise<void> {
  // Locked, so that two endpoints published at once are counted one after the other.
  const account = await em.findOne(MarketUser, accountId, { lockMode: LockMode.PESSIMISTIC_WRITE })
  const user = await em.findOne(MarketUser, userId)
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

const usersOf = async (em: EntityManager, { accountId }: Pick<Actor, 'accountId'>): Promise<string[]> =>
  (await em.find(MarketUser, { accountId }, { fields: ['id'] })).map(({ id }) => id)
