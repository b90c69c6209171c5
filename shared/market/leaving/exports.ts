import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import type { BlobStore } from '#shared/blobs/blob-store.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'

import { publicId, uuidOf } from '../public-id.ts'
import { notFound } from '../users/require-owner.ts'
import { AccountExport } from './account-export.entity.ts'
import { exportKey } from './erase-account.ts'

/** How long an export can be fetched, and how long it is given out instead of making a new one, in hours. */
export const EXPORT_HOURS = 24
const SAME_EXPORT_HOURS = 1

/** An export as its account sees it. Times are ISO 8601, UTC. */
export type ExportView = {
  export_id: string
  state: AccountExport['state']
  bytes: number | null
  created_at: string
  /** When it is removed; null until it is ready. */
  until: string | null
}

/**
 * Starts an export inside the caller's transaction. One that is being made, or was made within the last hour, is answered
 * instead: whoever asks a hundred times has one made.
 */
export async function startExport(em: EntityManager, userId: string): Promise<ExportView> {
  // SQL: of two that come at once, the second one sees the first.
  await connectionOf(em).query('select from market_user where id = $1 for update', [userId])
  const known = await latest(em, userId)
  if (known !== null && known.state !== 'failed' && !isOlder(known, SAME_EXPORT_HOURS)) return viewExport(known)
  const id = uuidv7()
  await em.insert(AccountExport, { id, userId })
  return viewExport(await em.findOneOrFail(AccountExport, { id }))
}

/**
 * Opens the newest export of an account, or the one with this id. `body` is null until it is ready. Throws 404 where there
 * is none, for one of another account, and for one that is over.
 */
export async function openExport(
  em: EntityManager,
  blobs: BlobStore,
  { userId, exportId }: { userId: string; exportId: string | null },
): Promise<{ view: ExportView; body: AsyncIterable<Uint8Array> | null }> {
  const id = exportId === null ? null : uuidOf('exp', exportId)
  const found =
    exportId === null ? await latest(em, userId) : id === null ? null : await em.findOne(AccountExport, { id, userId })
  if (found === null || isOlder(found, EXPORT_HOURS)) throw notFound('export')
  if (found.state !== 'ready') return { view: viewExport(found), body: null }
  const blob = await blobs.get(exportKey(found.id))
  if (blob === null) throw notFound('export')
  return { view: viewExport(found), body: blob.body }
}

const latest = (em: EntityManager, userId: string) =>
  em.findOne(AccountExport, { userId }, { orderBy: { createdAt: 'desc', id: 'desc' } })

const isOlder = ({ readyAt }: AccountExport, hours: number) =>
  readyAt instanceof Date && readyAt.getTime() < Date.now() - hours * 3_600_000

const viewExport = ({ id, state, bytes, createdAt, readyAt }: AccountExport): ExportView => ({
  export_id: publicId('exp', id),
  state,
  bytes: bytes ?? null,
  created_at: createdAt.toISOString(),
  until: readyAt ? new Date(readyAt.getTime() + EXPORT_HOURS * 3_600_000).toISOString() : null,
})
