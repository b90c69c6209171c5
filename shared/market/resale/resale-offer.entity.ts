import { defineEntity, p } from '@mikro-orm/core'

const SHOWN = "state = 'active' and not is_hidden"
export const OFFER_STATES = ['active', 'sold', 'canceled', 'expired'] as const

const ResaleOfferSchema = defineEntity({
  name: 'ResaleOffer',
  tableName: 'resale_offer',
  properties: {
    id: p.uuid().primary(),
    purchaseId: p.uuid().extra('references purchase (id)'),
    listingId: p.uuid().extra('references listing (id)'),
    sellerId: p.uuid().extra('references market_user (id)'),
    priceCents: p.integer().check('price_cents between 50 and 100000000'),
    note: p.text().nullable().check('length(note) <= 500'),
    state: p.enum(OFFER_STATES).default('active'),
    expiresAt: p.datetime().nullable(),
    isHidden: p.boolean().default(false),
    reservedFor: p.uuid().nullable().extra('references purchase (id)'),
    reservedUntil: p.datetime().nullable(),
    saleId: p.uuid().nullable().extra('references purchase (id)'),
    endedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { name: 'resale_offer_by_price', properties: ['priceCents', 'id'], where: SHOWN },
    {
      name: 'resale_offer_newest',
      expression: `create index resale_offer_newest on resale_offer (id desc) where ${SHOWN}`,
    },
    { name: 'resale_offer_of_listing', properties: ['listingId', 'priceCents', 'id'], where: SHOWN },
    {
      name: 'resale_offer_of_purchase',
      expression: 'create index resale_offer_of_purchase on resale_offer (purchase_id, id desc)',
    },
    { name: 'resale_offer_of_seller', properties: ['sellerId', 'priceCents', 'id'], where: SHOWN },
    {
      name: 'resale_offer_to_expire',
      properties: ['expiresAt'],
      where: "state = 'active' and expires_at is not null",
    },
  ],
  uniques: [{ name: 'resale_offer_one_active', properties: ['purchaseId'], where: "state = 'active'" }],
  checks: [
    { name: 'resale_offer_ended', expression: "(state = 'active') = (ended_at is null)" },
    {
      name: 'resale_offer_reserved',
      expression: "(reserved_for is null) = (reserved_until is null) and (reserved_for is null or state = 'active')",
    },
    { name: 'resale_offer_sold', expression: "(state = 'sold') = (sale_id is not null)" },
  ],
})

/**
 * What the holder of a purchase asks for its licence. A purchase has one that is active. While a sale of it waits for its
 * payment it is kept for that sale (`reservedFor`, until `reservedUntil`), and neither changes nor ends. It is hidden while its listing is. `saleId` is the
 * purchase that bought it.
 */
export class ResaleOffer extends ResaleOfferSchema.class {}
ResaleOfferSchema.setClass(ResaleOffer)
