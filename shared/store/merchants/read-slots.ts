import type { Pool as PgPool } from 'pg'

import { isoUtc } from '#shared/db/iso-utc.ts'

/** A slot that is shown now, in wire form. */
export type ShownSlot = { slug: string; label: string | null; url: string | null; starts_at: string; ends_at: string }

/** Reads the slots that are shown now, in display order. */
export async function readSlots(pg: PgPool): Promise<ShownSlot[]> {
  const { rows } = await pg.query<ShownSlot>({
    name: 'featured-slots',
    text: `select slug, label, url, ${isoUtc('starts_at')} as starts_at, ${isoUtc('ends_at')} as ends_at
      from featured_slot s where s.ends_at > now() order by s.starts_at, s.id limit 20`,
  })
  return rows
}
