import type { EntityManager } from '@mikro-orm/sql'
import { LockMode } from '@mikro-orm/core'

import { Refusal } from '#shared/errors.ts'

import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { SellerEndpointVersion } from './seller-endpoint-version.entity.ts'
import { SellerEndpoint } from './seller-endpoint.entity.ts'

/** An endpoint with its current version. */
export type CurrentEndpoint = { endpoint: SellerEndpoint; version: SellerEndpointVersion }

/** Reads an endpoint by its slug. Throws 404 for none, 410 for one that was deleted. */
export async function findEndpoint(em: EntityManager, slug: string, lockMode?: LockMode): Promise<CurrentEndpoint> {
  const endpoint = await em.findOne(SellerEndpoint, { slug }, lockMode === undefined ? {} : { lockMode })
  if (endpoint === null) throw notFound('seller endpoint')
  if (endpoint.state === 'deleted') throw endpointGone()
  const version = await em.findOneOrFail(SellerEndpointVersion, { endpointId: endpoint.id, version: endpoint.version })
  return { endpoint, version }
}

/** Reads and locks an endpoint of the actor. Throws 403 for one of somebody else, and what `findEndpoint` throws. */
export async function lockOwnEndpoint(em: EntityManager, actor: Actor, slug: string): Promise<CurrentEndpoint> {
  const found = await findEndpoint(em, slug, LockMode.PESSIMISTIC_WRITE)
  refuseOthers(actor, found.endpoint)
  return found
}

/** Throws 403 unless the actor owns the endpoint. */
export function refuseOthers(actor: Actor, { ownerId }: Pick<SellerEndpoint, 'ownerId'>): void {
  if (ownerId === actor.userId) return
  throw new Refusal('forbidden', 'This seller endpoint belongs to somebody else.', {
    fix: { action: 'Ask with a credential of the account that owns it.' },
  })
}

/** 410 for an endpoint that its seller deleted. */
export const endpointGone = () =>
  new Refusal('gone', 'The seller of this endpoint has deleted it; nothing was charged.', {
    fix: { action: 'Find another one.', method: 'GET', path: '/api/v1/seller-endpoints' },
  })
