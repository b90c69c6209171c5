import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/sql'

import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { now } from '#shared/db/fragment.ts'
import { Refusal } from '#shared/errors.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import { deleteEndpoint } from '../endpoints/switch-endpoint.ts'
import { SellerEndpoint } from '../endpoints/seller-endpoint.entity.ts'
import { Job } from '../jobs/job.entity.ts'
import { Proposal } from '../jobs/proposal.entity.ts'
import { withdrawProposal } from '../jobs/withdraw-proposal.ts'
import { cancelJob } from '../jobs/work/cancel-job.ts'
import { deleteListing } from '../listings/delete-listing.ts'
import { Listing } from '../listings/listing.entity.ts'
import { cancelOffer } from '../resale/list-offer.ts'
import { ResaleOffer } from '../resale/resale-offer.entity.ts'
import { Purchase } from '../purchases/purchase.entity.ts'
import { publicId } from '../public-id.ts'
import { type Actor, SCOPES } from '../users/actor.ts'
import { MarketUser } from '../users/market-user.entity.ts'
import { AccountDeletion } from './account-deletion.entity.ts'

/** Notes that an account is closed, once; from then on the database refuses what it would begin. False when it was kept. */
export const closeAccount = (db: Pick<Db, 'pg' | 'em'>, userId: string): Promise<boolean> =>
  inUnitOfWork(db, async (em) => {
    const deletion = await em.findOne(AccountDeletion, { userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (deletion === null) return false
    if (!deletion.closedAt) await em.nativeUpdate(AccountDeletion, { userId }, { closedAt: now })
    return true
  })

/**
 * Ends what a closed account offers: its listings, offers of licences, endpoints, open jobs and pending proposals, each in a transaction of its
 * own. What others rely on stays for now, such as an auction with bids: the next look tries again.
 */
export async function withdrawOffers(
  db: Pick<Db, 'pg' | 'em'>,
  mint: CredentialMint,
  userIds: readonly string[],
): Promise<void> {
  const reader = await db.em()
  for (const user of await reader.find(MarketUser, { id: { $in: [...userIds] } })) {
    const actor = actorFor(user)
    const each = async (verb: (em: EntityManager) => Promise<unknown>) => {
      await inUnitOfWork(db, verb).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
    }
    const listings = await reader.find(Listing, { ownerId: user.id, deletedAt: null }, { fields: ['id'] })
    for (const { id } of listings) await each((em) => deleteListing(em, actor, publicId('lst', id)))
    const offers = await reader.find(ResaleOffer, { sellerId: user.id, state: 'active' }, { fields: ['purchaseId'] })
    for (const { purchaseId } of offers)
      await each(async (em) => {
        const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
        await cancelOffer(em, { purchase: await em.findOneOrFail(Purchase, purchaseId, lock), role: 'buyer' })
      })
    const isThere = { ownerId: user.id, state: { $ne: 'deleted' } } as const
    const endpoints = await reader.find(SellerEndpoint, isThere, { fields: ['slug'] })
    for (const { slug } of endpoints) await each((em) => deleteEndpoint(em, actor, slug))
    const jobs = await reader.find(Job, { posterId: user.id, status: 'open' }, { fields: ['id'] })
    for (const { id } of jobs)
      await each((em) => cancelJob(em, mint, { actor, job: publicId('job', id), reason: null }))
    const pending = { workerId: user.id, status: 'pending' } as const
    const proposals = await reader.find(Proposal, pending, { fields: ['id', 'jobId'] })
    for (const { id, jobId } of proposals)
      await each((em) => withdrawProposal(em, actor, { job: publicId('job', jobId), proposal: publicId('prp', id) }))
  }
}

const actorFor = ({ id, accountId, username, isAgent }: MarketUser): Actor => ({
  userId: id,
  accountId,
  username,
  isAgent,
  credential: { kind: 'session', id: 'deletion' },
  scopes: SCOPES,
})
