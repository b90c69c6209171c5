import { createHash } from 'node:crypto'

import type { PoolClient } from 'pg'
import { uuidv7 } from 'uuidv7'

import { canonicalJson } from '#shared/lib/crypto/digest.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'

import type { ClaimStorage } from '../../quotas/claim-storage.ts'
import type { ImportPlan } from './import-plan.ts'
import type { ListingRow } from '../listing-row.ts'

export type AppliedImport = { importId: string; appliedAt: string; plan: ImportPlan }

/**
 * Records that a user imports a version of a listing by a plan. Idempotent: the same request gets the same import, also
 * when sent twice at once. `request` is the normalised request. Throws what `claim` throws when the account is over a
 * quota.
 */
export async function applyImport(
  tx: PoolClient,
  userId: string,
  listing: Pick<ListingRow, 'id' | 'version'>,
  { request, plan }: { request: Record<string, unknown>; plan: ImportPlan },
  claim: ClaimStorage,
): Promise<AppliedImport> {
  const digest = createHash('sha256').update(canonicalJson(request)).digest()
  const written = JSON.stringify(plan)
  await claim({ bytes: Buffer.byteLength(written) })
  const { rows } = await tx.query<{ id: string; applied_at: string; plan: ImportPlan }>(APPLY, [
    uuidv7(),
    listing.id,
    userId,
    listing.version,
    digest,
    written,
  ])
  const [row] = rows
  if (row === undefined) throw new Error('an import was not written')
  return { importId: row.id, appliedAt: row.applied_at, plan: row.plan }
}

// The update changes nothing, but makes `returning` return an existing row.
const APPLY = `
insert into listing_import as old (id, listing_id, user_id, version, digest, plan) values ($1, $2, $3, $4, $5, $6)
on conflict (user_id, listing_id, version, digest) do update set plan = old.plan
returning id, ${isoUtc('applied_at')} as applied_at, plan`
