import { invalidFields, Refusal } from '#shared/errors.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import type { FeaturedDoor } from '#shared/doors/merchants.ts'

import { writeOnce } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'
import { FeaturedSlot } from './featured-slot.entity.ts'
import { findSlots } from './read-slots.ts'

/** Number of slots shown at once, and maximum hours that a slot may be booked ahead. */
const MOST_SLOTS = 20
const MOST_HOURS = 168
const HOUR_MS = 3_600_000

/**
 * Paid slots in the discovery documents. Bookings take turns on the board's row, so there are never more than
 * MOST_SLOTS.
 */
export const featuredDoor = (call: StoreCall): FeaturedDoor => ({
  async book({ slug, label, url, hours }) {
    const { owner } = await call.caller()
    return writeOnce(call, async (em, at) => {
      // SQL: the board is one row without an entity, which bookings lock.
      await connectionOf(em).query('update featured_board set turn = turn + 1')
      const slots = await findSlots(em)
      const own = slots.find((slot) => slot.owner === owner && slot.slug === slug)
      const endsAt = new Date((own?.endsAt ?? at).getTime() + hours * HOUR_MS)
      if (endsAt.getTime() - at.getTime() > (MOST_HOURS + 0.01) * HOUR_MS) throw tooLong(hours)
      if (own === undefined && slots.length >= MOST_SLOTS) throw slotsFull(slots, at)
      const booked =
        own === undefined
          ? em.create(FeaturedSlot, { id: idOf('slot', call.effectId), owner, slug, label, url, endsAt })
          : em.assign(own, { endsAt, label: label ?? own.label, url: url ?? own.url })
      await em.flush()
      return {
        slot_id: booked.id,
        target_slug: slug,
        label: booked.label ?? null,
        starts_at: booked.startsAt.toISOString(),
        ends_at: booked.endsAt.toISOString(),
        position: 1 + (own === undefined ? slots.length : slots.indexOf(own)),
        extended: own !== undefined,
      }
    })
  },
})

const tooLong = (hours: number) =>
  invalidFields({
    path: ['hours'],
    type: 'too_long',
    msg: `Value error, this slot would end more than ${MOST_HOURS} hours ahead`,
    input: hours,
  })

function slotsFull(slots: readonly FeaturedSlot[], at: Date): Refusal {
  const nextFreeMs = Math.min(...slots.map(({ endsAt }) => endsAt.getTime()))
  return new Refusal('slots_full', `All ${MOST_SLOTS} featured slots are taken; nothing was charged.`, {
    retryAfterS: Math.ceil((nextFreeMs - at.getTime()) / 1_000),
    fix: { action: 'Book again when a slot is free.' },
    extra: { next_free_at: new Date(nextFreeMs).toISOString() },
  })
}
