import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'

import { FeaturedSlot } from './featured-slot.entity.ts'

/** A slot that is shown now, in wire form. */
export type ShownSlot = { slug: string; label: string | null; url: string | null; starts_at: string; ends_at: string }

/** Maximum number of slots in the discovery documents. */
const MOST_SHOWN = 20

/** Reads the slots that are shown now, in display order. */
export async function readSlots(em: EntityManager): Promise<ShownSlot[]> {
  const slots = await findSlots(em)
  return slots.slice(0, MOST_SHOWN).map(({ slug, label, url, startsAt, endsAt }) => ({
    slug,
    label: label ?? null,
    url: url ?? null,
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
  }))
}

/** Finds the slots that have not ended, in display order. */
export const findSlots = (em: EntityManager): Promise<FeaturedSlot[]> =>
  em.find(FeaturedSlot, { endsAt: { $gt: now } }, { orderBy: { startsAt: 'asc', id: 'asc' } })
