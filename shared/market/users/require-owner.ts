import { Refusal } from '#shared/errors.ts'

import type { Actor } from './actor.ts'

/** A record with an owner. `isPublic` means that others may know that it exists. */
export type Owned = { ownerId: string; isPublic: boolean }

/**
 * Returns the record if the actor owns it. Throws 404 when it does not exist or others may not know of it, and 403 when
 * everybody may see it.
 */
export function requireOwner<Kept extends Owned>(actor: Actor, record: Kept | null | undefined, noun: string): Kept {
  if (record === null || record === undefined) throw notFound(noun)
  if (record.ownerId === actor.userId) return record
  if (!record.isPublic) throw notFound(noun)
  throw new Refusal('forbidden', `This ${noun} belongs to somebody else.`, {
    fix: { action: `Ask with a credential of the account that owns the ${noun}.` },
  })
}

/** 404 for a record, the same whether it never existed, is gone, or is private. */
export const notFound = (noun: string): Refusal =>
  new Refusal('not_found', `There is no such ${noun}.`, { fix: { action: `Check the id of the ${noun}.` } })
