import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'

import { AccountDeletion } from './account-deletion.entity.ts'
import { membersOf } from './members.ts'
import { openCommitments, type OpenCommitment } from './open-commitments.ts'

/** How long a deletion may be taken back, in days. */
export const GRACE_DAYS = 14

/** A deletion as its account sees it. Times are ISO 8601, UTC. */
export type DeletionView = {
  asked_at: string
  due_at: string
  may_cancel: boolean
  waits_for: OpenCommitment[]
}

/**
 * Asks for the deletion of an account and the agents it registered, inside the caller's transaction. A second request
 * changes nothing. Nothing is deleted before 14 days are over.
 */
export async function askDeletion(em: EntityManager, userId: string): Promise<DeletionView> {
  const dueAt = fragment`now() + make_interval(days => ${GRACE_DAYS})`
  await em.qb(AccountDeletion).insert({ userId, dueAt, lookAt: dueAt }).onConflict(['userId']).ignore().execute('run')
  const view = await readDeletion(em, userId)
  if (view === null) throw new Error('a deletion was not written')
  return view
}

/** The deletion that an account asked for, with what it will wait for; null when there is none. */
export async function readDeletion(em: EntityManager, userId: string): Promise<DeletionView | null> {
  const deletion = await em.findOne(AccountDeletion, { userId })
  if (deletion === null) return null
  const sql = connectionOf(em)
  return {
    asked_at: deletion.askedAt.toISOString(),
    due_at: deletion.dueAt.toISOString(),
    may_cancel: !deletion.closedAt,
    waits_for: await openCommitments(sql, await membersOf(sql, userId)),
  }
}

/** Takes a deletion back. Throws 404 when none was asked for, 409 once the account is closed. */
export async function cancelDeletion(em: EntityManager, userId: string): Promise<void> {
  if ((await em.nativeDelete(AccountDeletion, { userId, closedAt: null })) > 0) return
  if ((await em.count(AccountDeletion, { userId })) === 0)
    throw new Refusal('not_found', 'This account is not being deleted.', {
      fix: { action: 'Nothing has to be done.', method: 'GET', path: '/api/auth/me' },
    })
  throw new Refusal('conflict', 'The account is closed; its deletion cannot be taken back.', {
    fix: { action: 'Read what it still waits for.', method: 'GET', path: '/api/auth/deletion' },
  })
}
