import { invalidFields, Refusal } from '#shared/errors.ts'
import { isoUtc } from '#shared/db/iso-utc.ts'
import type { BookedSlot, FeaturedDoor, SlotWanted } from '#shared/doors/merchants.ts'

import { writeOnce, RECORD_EFFECT, recorded } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'
import { idOf } from '../store-keys.ts'

/** Number of slots shown at once, and maximum hours that a slot may be booked ahead. */
const MOST_SLOTS = 20
const MOST_HOURS = 168

/**
 * Paid slots in the discovery documents. The board's turn fences each booking, so there are never more than MOST_SLOTS.
 */
export const featuredDoor = (call: StoreCall): FeaturedDoor => ({
  async book(slot) {
    const { owner } = await call.caller()
    return writeOnce(call.pg, call.effectId, async () => {
      const { rows } = await call.pg.query<Before>({
        name: 'featured-before',
        text: BEFORE,
        values: [owner, slot.slug, slot.hours],
      })
      const [before] = rows
      if (before === undefined) throw new Error('what was before a booking is one row')
      refuse(before, slot)
      const values = [
        call.effectId,
        before.turn,
        before.own_id ?? idOf('slot', call.effectId),
        owner,
        slot.slug,
        slot.label,
        slot.url,
        slot.hours,
      ]
      return recorded<BookedSlot>((await call.pg.query({ name: 'featured-book', text: BOOK, values })).rows)
    })
  },
})

type Before = {
  turn: string
  active: number
  own_id: string | null
  hours_ahead: number
  next_free_at: string | null
  next_free_s: number | null
}

function refuse(before: Before, { hours }: SlotWanted): void {
  if (before.hours_ahead > MOST_HOURS + 0.01) {
    throw invalidFields({
      path: ['hours'],
      type: 'too_long',
      msg: `Value error, this slot would end more than ${MOST_HOURS} hours ahead`,
      input: hours,
    })
  }
  if (before.own_id === null && before.active >= MOST_SLOTS) {
    throw new Refusal('slots_full', `All ${MOST_SLOTS} featured slots are taken; nothing was charged.`, {
      ...(before.next_free_s === null ? {} : { retryAfterS: before.next_free_s }),
      fix: { action: 'Book again when a slot is free.' },
      extra: { next_free_at: before.next_free_at },
    })
  }
}

const BEFORE = `
with active as (select * from featured_slot where ends_at > now()),
own as (select * from active where owner = $1 and slug = $2 order by ends_at desc limit 1)
select (select turn from featured_board) as turn, (select count(*)::int from active) as active, (select id from own) as own_id,
  (extract(epoch from coalesce((select ends_at from own), now()) - now()) / 3600 + $3::int)::float8 as hours_ahead,
  (select ${isoUtc('min(ends_at)')} from active) as next_free_at,
  (select ceil(extract(epoch from min(ends_at) - now()))::int from active) as next_free_s`

const BOOK = `
with turn as (update featured_board set turn = turn + 1 where turn = $2::bigint returning turn),
booked as (
  insert into featured_slot as s (id, owner, slug, label, url, ends_at)
  select $3, $4, $5, $6, $7, now() + make_interval(hours => $8::int) from turn
  on conflict (id) do update set ends_at = s.ends_at + make_interval(hours => $8::int), label = coalesce(excluded.label, s.label), url = coalesce(excluded.url, s.url)
  returning *, (xmax <> 0) as extended
),
answered as (
  select json_build_object('slot_id', id, 'target_slug', slug, 'label', label, 'starts_at', ${isoUtc('starts_at')}, 'ends_at', ${isoUtc('ends_at')},
    'position', 1 + (select count(*)::int from featured_slot f where f.ends_at > now() and f.id <> b.id and (f.starts_at, f.id) < (b.starts_at, b.id)),
    'extended', extended) as answer
  from booked b
),
${RECORD_EFFECT}`
