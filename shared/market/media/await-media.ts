import { setTimeout as pause } from 'node:timers/promises'

import type { Pool as PgPool } from 'pg'

import { Refusal, type WireRefusal } from '#shared/errors.ts'

import { READY_COLUMNS, type ReadyRow } from './pictures-of.ts'

const LOOK_EVERY_MS = 100

/**
 * Waits up to `withinMs` until an upload is processed. Returns it when it is ready, null when no worker has finished
 * it. Throws the Refusal of a refused upload, and 409 when the upload was removed meanwhile.
 */
export async function awaitMedia(pg: PgPool, mediaId: string, withinMs: number): Promise<ReadyRow | null> {
  const until = performance.now() + withinMs
  for (;;) {
    const { rows } = await pg.query<ReadyRow & { state: string; refusal: WireRefusal | null }>({
      name: 'media-await',
      text: `select m.state, m.refusal, ${READY_COLUMNS} from media m where m.id = $1`,
      values: [mediaId],
    })
    const [row] = rows
    if (row === undefined) throw new Refusal('conflict', 'The upload was replaced by another one meanwhile.')
    if (row.state === 'ready') return row
    if (row.refusal !== null) throw Refusal.fromWire(row.refusal)
    if (performance.now() > until) return null
    await pause(LOOK_EVERY_MS)
  }
}
