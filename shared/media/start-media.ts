import type { Pool as PgPool } from 'pg'

import type { MediaKind, MediaType } from './media-limits.ts'

/**
 * A record leased to a worker, which processes the source and finishes the record with this attempt number before the
 * lease ends.
 */
export type StartedMedia = { id: string; attempt: number; kind: MediaKind; sourceKey: string; sourceType: MediaType }

/** Lease of a started record; its worker renews it while it works. */
export const MEDIA_LEASE_MS = 6_000

/**
 * Leases a record that waits or whose worker is gone. The new attempt number fences out every earlier attempt. Null
 * when another worker has it, or it is final, not uploaded or does not exist.
 */
export async function startMedia(pg: PgPool, id: string): Promise<StartedMedia | null> {
  const { rows } = await pg.query<Row>({ name: 'media-start', text: START, values: [id] })
  const [row] = rows
  return row === undefined
    ? null
    : { id, attempt: row.attempt, kind: row.kind, sourceKey: row.source_key, sourceType: row.source_type }
}

/** Renews the lease of a record that is being processed. */
export async function renewMedia(pg: PgPool, { id, attempt }: StartedMedia): Promise<void> {
  await pg.query({ name: 'media-renew', text: RENEW, values: [id, attempt] })
}

type Row = { attempt: number; kind: MediaKind; source_key: string; source_type: MediaType }

const START = `
update media set attempt = attempt + 1, lease_until = now() + interval '${MEDIA_LEASE_MS} milliseconds'
where id = $1 and state = 'pending' and uploaded_at is not null and (lease_until is null or lease_until < now())
returning attempt, kind, source_key, source_type`

const RENEW = `
update media set lease_until = now() + interval '${MEDIA_LEASE_MS} milliseconds'
where id = $1 and attempt = $2 and state = 'pending'`
