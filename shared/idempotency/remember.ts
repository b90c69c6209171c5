import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'

import { IdempotencyRecord } from './idempotency-record.entity.ts'
import { keyReused } from './key-reused.ts'

/** How long an answer is kept under its Idempotency-Key. Housekeeping deletes older ones. */
const REMEMBERED_HOURS = 24

/** Identifies a POST: the caller and route (`scope`), the Idempotency-Key if any, and a digest of the request. */
export type RememberedRequest = { scope: string; key: string | null; digest: Buffer }

/**
 * An answer as stored, without secrets. `secretRef` is the id of the credential whose secret a replay may show again.
 */
export type StoredAnswer = { status: number; body: Record<string, unknown>; secretRef: string | null }

/**
 * Runs a verb at most once per scope and Idempotency-Key, and returns the stored answer to every repetition within 24
 * h. The verb's statements, the claim on the key and the stored answer are one transaction: a crash leaves all or
 * nothing, and a concurrent repetition waits for the first. A verb that throws stores nothing, so the key may be used
 * again. Throws `idempotency_key_reused` (422) for the same key with another request.
 */
export async function remember(
  db: Pick<Db, 'pg' | 'em'>,
  { scope, key, digest }: RememberedRequest,
  verb: (em: EntityManager) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  if (key === null) return { ...(await inUnitOfWork(db, verb)), replayed: false }
  return inUnitOfWork(db, async (em) => {
    const claimed = { requestDigest: digest, status: null, response: null, secretRef: null, createdAt: now }
    // The first insert wins; a row older than 24 h is overwritten. Concurrent statements wait here and affect no row.
    const { affectedRows } = await em
      .qb(IdempotencyRecord)
      .insert({ scope, key, requestDigest: digest })
      .onConflict(['scope', 'key'])
      .merge(claimed)
      .where({ createdAt: { $lt: fragment`now() - make_interval(hours => ${REMEMBERED_HOURS})` } })
      .execute('run')
    if (affectedRows === 0) return { ...(await readStored(em, { scope, key, digest })), replayed: true }
    const answer = await verb(em)
    const { status, body, secretRef } = answer
    await em.nativeUpdate(IdempotencyRecord, { scope, key }, { status, response: JSON.stringify(body), secretRef })
    return { ...answer, replayed: false }
  })
}

/** Replaces the stored body, for an answer that is completed after its transaction. */
export async function amendAnswer(
  db: Pick<Db, 'em'>,
  { scope, key }: RememberedRequest,
  body: Record<string, unknown>,
): Promise<void> {
  const em = await db.em()
  if (key !== null) await em.nativeUpdate(IdempotencyRecord, { scope, key }, { response: JSON.stringify(body) })
}

/** Deletes a stored answer, because something failed after its transaction: the key may be used again. */
export async function forgetAnswer(db: Pick<Db, 'em'>, { scope, key }: RememberedRequest): Promise<void> {
  const em = await db.em()
  if (key !== null) await em.nativeDelete(IdempotencyRecord, { scope, key })
}

async function readStored(
  em: EntityManager,
  { scope, key, digest }: RememberedRequest & { key: string },
): Promise<StoredAnswer> {
  const { requestDigest, status, response, secretRef } = await em.findOneOrFail(IdempotencyRecord, { scope, key })
  if (!digest.equals(requestDigest)) throw keyReused()
  if (typeof status !== 'number' || typeof response !== 'string') throw new Error('a stored answer is not there')
  // Safe: only `remember` writes the column, from an object.
  return { status, body: JSON.parse(response) as Record<string, unknown>, secretRef: secretRef ?? null }
}
