import { createHash } from 'node:crypto'

import type { EntityManager } from '@mikro-orm/sql'
import { uuidv7 } from 'uuidv7'

import { canonicalJson } from '#shared/lib/crypto/digest.ts'

import type { ClaimStorage } from '../../quotas/claim-storage.ts'
import type { ImportPlan } from './import-plan.ts'
import type { ListingRow } from '../listing-row.ts'
import { ListingImport } from './listing-import.entity.ts'

export type AppliedImport = { importId: string; appliedAt: string; plan: ImportPlan }

/**
 * Records that a user imports a version of a listing by a plan. Idempotent: the same request gets the same import, also
 * when sent twice at once. `request` is the normalised request. Throws what `claim` throws when the account is over a
 * quota.
 */
export async function applyImport(
  em: EntityManager,
  userId: string,
  listing: Pick<ListingRow, 'id' | 'version'>,
  { request, plan }: { request: Record<string, unknown>; plan: ImportPlan },
  claim: ClaimStorage,
): Promise<AppliedImport> {
  const digest = createHash('sha256').update(canonicalJson(request)).digest()
  await claim({ bytes: Buffer.byteLength(JSON.stringify(plan)) })
  const { id: listingId, version } = listing
  // The merge changes nothing, but makes `returning` return an existing row.
  const [kept] = await em
    .qb(ListingImport)
    .insert({ id: uuidv7(), listingId, userId, version, digest, plan })
    .onConflict(['userId', 'listingId', 'version', 'digest'])
    .merge(['digest'])
    .returning(['id', 'appliedAt', 'plan'])
    .execute<Pick<ListingImport, 'id' | 'appliedAt' | 'plan'>[]>('all')
  if (kept === undefined) throw new Error('an import was not written')
  return { importId: kept.id, appliedAt: kept.appliedAt.toISOString(), plan: kept.plan }
}
