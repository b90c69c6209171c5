import { Refusal } from '#shared/errors.ts'

import type { Actor } from './actor.ts'

/** What can be owned: whose it is, and whether anybody else may know that it is there. */
export type Owned = { ownerId: string; isPublic: boolean }

/**
 * The record, when the actor owns it. Throws 404 for one that is not there or that others may not know of, 403 for one
 * that everybody may see and only its owner may change.
 */
export function requireOwner<Kept extends Owned>(actor: Actor, record: Kept | null | undefined, noun: string): Kept {
  if (record === null || record === undefined) throw notFound(noun)
  if (record.ownerId === actor.userId) return record
  if (!record.isPublic) throw notFound(noun)
  throw new Refusal('forbidden', `This ${noun} belongs to somebody else.`, {
    fix: { action: `Ask with a credential of the account that owns the ${noun}.` },
  })
}

/** 404 for a record: the same whether it never was, is gone, or is private. */
export const notFound = (noun: string): Refusal =>
  new Refusal('not_found', `There is no such ${noun}.`, { fix: { action: `Check the id of the ${noun}.` } })
