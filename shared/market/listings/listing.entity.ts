import { defineEntity, p } from '@mikro-orm/core'

const ListingSchema = defineEntity({
  name: 'Listing',
  tableName: 'listing',
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid(),
    slug: p.text().unique(),
    status: p.enum(['draft', 'live'] as const).default('draft'),
    deletedAt: p.datetime().nullable(),
    emptiedAt: p.datetime().nullable(),
    hiddenAt: p.datetime().nullable(),
    publishedAt: p.datetime().nullable(),
    title: p.text(),
    summary: p.text().nullable(),
    description: p.text().default(''),
    category: p.text(),
    listingKind: p.text(),
    listingType: p.enum(['fixed', 'auction'] as const).default('fixed'),
    priceCents: p.integer().default(0),
    tags: p.array().default([]),
    techStack: p.array().default([]),
    licenseId: p.text().default('personal'),
    refundDays: p.integer().default(0),
    royaltyBps: p.integer().default(0),
    resaleAllowed: p.boolean().default(false),
    deliveryUrl: p.text().nullable(),
    version: p.integer().default(1),
    contentSha256: p.text().fieldName('content_sha256').nullable(),
    views: p.bigint('number').default(0),
    salesCount: p.integer().default(0),
    ratingSum: p.integer().default(0),
    ratingCount: p.integer().default(0),
    boostedUntil: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    isShown: p.boolean().persist(false),
    isFree: p.boolean().persist(false),
    popularity: p.float().persist(false),
    starterScore: p.float().persist(false),
    valueScore: p.float().persist(false),
    search: p.text().columnType('tsvector').persist(false).lazy(),
  },
})

/**
 * A listing. `isShown` means that everybody sees it: it is live, not deleted and not hidden for review. For an auction,
 * `priceCents` is the start price, then the current bid. The database generates the last six columns.
 */
export class Listing extends ListingSchema.class {}
ListingSchema.setClass(Listing)
