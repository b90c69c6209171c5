import type { Pool as PgPool } from 'pg'

import type { MediaKind, MediaType } from './media-limits.ts'

/** A record a worker holds: process its source, then finish it with this attempt number before the lease ends. */
export type StartedMedia = { id: string; attempt: number; kind: MediaKind; sourceKey: string; sourceType: MediaType }

/** How long a started record is its worker's without a sign of life; the worker renews it while it works. */
export const MEDIA_LEASE_MS = 6_000

/**
 * Takes a record that waits, or whose worker is gone. The attempt number fences every earlier attempt out. Null when it
 * is another worker's, final, not uploaded or not there.
 */
export async function startMedia(pg: PgPool, id: string): Promise<StartedMedia | null> {
  const { rows } = await pg.query<Row>({ name: 'media-start', text: START, values: [id] })
  const [row] = rows
  return row === undefined
    ? null
    : { id, attempt: row.attempt, kind: row.kind, sourceKey: row.source_key, sourceType: row.source_type }
}

/** Keeps a record that is still worked on from being taken for lost. */
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
