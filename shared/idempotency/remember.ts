import type { Pool as PgPool, PoolClient } from 'pg'

import { keyReused } from './key-reused.ts'

import { inTransaction } from '../db/in-transaction.ts'

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
  pg: PgPool,
  { scope, key, digest }: RememberedRequest,
  verb: (tx: PoolClient) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  if (key === null) return { ...(await inTransaction(pg, verb)), replayed: false }
  return inTransaction(pg, async (tx) => {
    const { rowCount } = await tx.query(CLAIM, [scope, key, digest])
    if (rowCount === 0) return { ...(await readStored(tx, scope, key, digest)), replayed: true }
    const answer = await verb(tx)
    await tx.query(STORE, [scope, key, answer.status, JSON.stringify(answer.body), answer.secretRef])
    return { ...answer, replayed: false }
  })
}

/** Replaces the stored body, for an answer that is completed after its transaction. */
export async function amendAnswer(
  pg: PgPool,
  { scope, key }: RememberedRequest,
  body: Record<string, unknown>,
): Promise<void> {
  if (key !== null) await pg.query(AMEND, [scope, key, JSON.stringify(body)])
}

/** Deletes a stored answer, because something failed after its transaction: the key may be used again. */
export async function forgetAnswer(pg: PgPool, { scope, key }: RememberedRequest): Promise<void> {
  if (key !== null) await pg.query(`delete from idempotency_record where scope = $1 and key = $2`, [scope, key])
}

async function readStored(tx: PoolClient, scope: string, key: string, digest: Buffer): Promise<StoredAnswer> {
  const { rows } = await tx.query<{ same: boolean; status: number; response: string; secret_ref: string | null }>(
    READ,
    [scope, key, digest],
  )
  const [row] = rows
  if (row === undefined) throw new Error('an idempotency record vanished under its lock')
  if (!row.same) throw keyReused()
  // Safe: only `remember` writes the column, from an object.
  return { status: row.status, body: JSON.parse(row.response) as Record<string, unknown>, secretRef: row.secret_ref }
}

// The first insert wins; a row older than 24 h is overwritten. Concurrent statements wait here and affect no row.
const CLAIM = `
insert into idempotency_record as old (scope, key, request_digest) values ($1, $2, $3)
on conflict (scope, key) do update
  set request_digest = excluded.request_digest, status = null, response = null, secret_ref = null, created_at = now()
  where old.created_at < now() - interval '${REMEMBERED_HOURS} hours'`

const STORE = `update idempotency_record set status = $3, response = $4, secret_ref = $5 where scope = $1 and key = $2`
const AMEND = `update idempotency_record set response = $3 where scope = $1 and key = $2`
const READ = `select request_digest = $3 as same, status, response, secret_ref from idempotency_record where scope = $1 and key = $2`
