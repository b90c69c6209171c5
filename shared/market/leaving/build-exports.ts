import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { BlobStore } from '#shared/blobs/blob-store.ts'
import { spoolFile } from '#shared/blobs/spool-file.ts'
import { fragment } from '#shared/db/fragment.ts'
import { inTransaction } from '#shared/db/in-transaction.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'

import { AccountExport } from './account-export.entity.ts'
import { exportKey } from './erase-account.ts'
import { EXPORT_HOURS } from './exports.ts'
import { membersOf } from './members.ts'
import { writeExport } from './write-export.ts'

type Deps = { db: Pick<Db, 'pg' | 'em'>; blobs: BlobStore; log: Log }

/** How long an export belongs to the process that makes it, in minutes; how often one is tried; and its most bytes. */
const LEASE_MINUTES = 10
const MOST_TRIES = 3
const MOST_BYTES = 2 * 1024 ** 3

/**
 * Makes up to `limit` exports that wait, one after the other. Several processes share them; one that ends in the middle
 * is made again by another. Returns how many were taken.
 */
export async function buildExports({ db, blobs, log }: Deps, limit: number): Promise<number> {
  // SQL: takes each for one process, by one statement.
  const { rows } = await db.pg.query<{ id: string; user_id: string; tries: number }>(TAKE, [limit])
  for (const { id, user_id: userId, tries } of rows) {
    try {
      // The rows are read to a file first: a store over the network must not keep the transaction open.
      const file = await inTransaction(db.pg, async (tx) => {
        // SQL: how the transaction reads.
        await tx.query('set transaction isolation level repeatable read, read only')
        return spoolFile(join(tmpdir(), 'farebox-exports'), writeExport(tx, await membersOf(tx, userId)), MOST_BYTES)
      })
      try {
        const put = { maxBytes: MOST_BYTES, contentType: 'application/zip' }
        await blobs.put(exportKey(id), createReadStream(file.path), put)
      } finally {
        await file.remove()
      }
      // SQL: decides whether the row is still there.
      const { rowCount } = await db.pg.query(READY, [id, file.bytes])
      // The account was erased meanwhile.
      if (rowCount === 0) await blobs.delete(exportKey(id))
    } catch (error) {
      log.warn({ err: error, exportId: id, tries }, 'an export could not be made')
      const em = await db.em()
      if (tries >= MOST_TRIES) await em.nativeUpdate(AccountExport, { id }, { state: 'failed' })
    }
  }
  return rows.length
}

/** Removes up to `limit` exports whose 24 hours are over: the file, then the row. Returns how many there were. */
export async function removeOldExports({ db, blobs }: Omit<Deps, 'log'>, limit: number): Promise<number> {
  const em = await db.em()
  const isOver = fragment`now() - make_interval(hours => ${EXPORT_HOURS})`
  const over = { $or: [{ readyAt: { $lt: isOver } }, { readyAt: null, createdAt: { $lt: isOver } }] }
  const rows = await em.find(AccountExport, over, { fields: ['id'], limit })
  for (const { id } of rows) {
    await blobs.delete(exportKey(id))
    await em.nativeDelete(AccountExport, { id })
  }
  return rows.length
}

const TAKE = `
update account_export e set taken_until = now() + interval '${LEASE_MINUTES} minutes', tries = tries + 1
from (select id from account_export where state = 'pending' and (taken_until is null or taken_until < now()) and tries < 10
  order by created_at limit $1 for update skip locked) due
where e.id = due.id returning e.id, e.user_id, e.tries`

const READY = `update account_export set state = 'ready', ready_at = now(), bytes = $2 where id = $1 and state = 'pending'`
