import type { EntityManager } from '@mikro-orm/sql'

import { uuidOf } from '../../public-id.ts'
import type { Actor } from '../../users/actor.ts'
import type { ListingChanges } from '../listing-fields.ts'
import { Listing } from '../listing.entity.ts'
import { readContent } from './listing-files.ts'
import { readForSecrets } from './refuse-secrets.ts'

/**
 * Scans what a change of a listing would publish for credentials, before the transaction of the change begins. Scanning
 * a long text takes seconds, and a transaction would hold its connection and the listing's row meanwhile.
 * `refuseSecrets` decides inside the transaction and finds the result cached. Throws 422 for a text that takes too long
 * to scan.
 */
export async function readPatchForSecrets(
  em: EntityManager,
  actor: Actor,
  id: string,
  { status, title, summary, description }: ListingChanges,
): Promise<void> {
  const isOfText = title !== undefined || summary !== undefined || description !== undefined
  if (status !== 'live' && !isOfText) return
  const listing = await findOwn(em, actor, id)
  if (listing === null || (status ?? listing.status) !== 'live') return
  const texts = [title ?? listing.title, summary ?? listing.summary, description ?? listing.description]
  const content = listing.status === 'live' ? null : await readContent(em, listing.id, listing.contentSha256)
  await readForSecrets(listing.ownerId, [...texts, content])
}

/**
 * Scans content of a live listing for credentials before it is saved. Throws 422 for a text that takes too long to
 * scan.
 */
export async function readContentForSecrets(
  em: EntityManager,
  actor: Actor,
  id: string,
  content: string,
): Promise<void> {
  const listing = await findOwn(em, actor, id)
  if (listing?.status === 'live') await readForSecrets(listing.ownerId, [content])
}

/** The listing, if the actor owns it. For anybody else the change itself is refused later. */
async function findOwn(em: EntityManager, actor: Actor, id: string): Promise<Listing | null> {
  const uuid = uuidOf('lst', id)
  return uuid === null ? null : em.findOne(Listing, { id: uuid, ownerId: actor.userId })
}
