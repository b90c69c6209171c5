import { defineEntity, p } from '@mikro-orm/core'

const FeaturedSlotSchema = defineEntity({
  name: 'FeaturedSlot',
  tableName: 'featured_slot',
  properties: {
    id: p.text().primary(),
    owner: p.text(),
    slug: p.text(),
    label: p.text().nullable(),
    url: p.text().nullable(),
    startsAt: p.datetime().defaultRaw('now()'),
    endsAt: p.datetime(),
  },
  indexes: [{ name: 'featured_slot_end', properties: ['endsAt'] }],
  checks: [{ name: 'featured_slot_length', expression: 'ends_at > starts_at' }],
})

/** A paid slot in the discovery documents, shown until it ends. */
export class FeaturedSlot extends FeaturedSlotSchema.class {}
FeaturedSlotSchema.setClass(FeaturedSlot)
