import type { EntityManager } from '@mikro-orm/sql'

import { fragment, now } from '#shared/db/fragment.ts'

import { Media } from './media.entity.ts'
import type { MediaType } from './media-limits.ts'

/**
 * A record leased to a worker, which processes the source and finishes the record with this attempt number before the
 * lease ends.
 */
export type StartedMedia = Pick<Media, 'id' | 'attempt' | 'kind'> & { sourceKey: string; sourceType: MediaType }

/** Lease of a started record; its worker renews it while it works. */
export const MEDIA_LEASE_MS = 6_000

/**
 * Leases a record that waits or whose worker is gone. The new attempt number fences out every earlier attempt. Null
 * when another worker has it, or it is final, not uploaded or does not exist.
 */
export async function startMedia(em: EntityManager, id: string): Promise<StartedMedia | null> {
  const [started] = await em
    .qb(Media)
    .update({ attempt: fragment`attempt + 1`, leaseUntil })
    .where({
      id,
      state: 'pending',
      uploadedAt: { $ne: null },
      $or: [{ leaseUntil: null }, { leaseUntil: { $lt: now } }],
    })
    .returning(['id', 'attempt', 'kind', 'sourceKey', 'sourceType'])
    .execute<StartedMedia[]>('all')
  return started ?? null
}

/** Renews the lease of a record that is being processed. */
export async function renewMedia(em: EntityManager, { id, attempt }: StartedMedia): Promise<void> {
  await em.nativeUpdate(Media, { id, attempt, state: 'pending' }, { leaseUntil })
}

const leaseUntil = fragment`now() + ${MEDIA_LEASE_MS} * interval '1 millisecond'`
