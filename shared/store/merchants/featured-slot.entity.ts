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
})

/** A paid slot in the discovery documents, shown until it ends. */
export class FeaturedSlot extends FeaturedSlotSchema.class {}
FeaturedSlotSchema.setClass(FeaturedSlot)
