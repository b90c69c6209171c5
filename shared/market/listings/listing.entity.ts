import { defineEntity, p } from '@mikro-orm/core'

// The scores are columns so that sorting by them is an index scan. Views count in steps, so that most views change no
// index. docs/marketplace.md says what each score means.
const QUALITY = '((rating_sum + 17.5) / (rating_count + 5))'
const POPULARITY = `(4 * ln(1 + sales_count) + floor(4 * ln(1 + views)) / 4 + ln(1 + rating_count) * (${QUALITY} - 3)) stored`
const STARTER_SCORE = `(10 * ${QUALITY} + 2 * ln(1 + sales_count) - 4 * ln(1 + price_cents / 100.0)
  - case when listing_type = 'auction' then 40 else 0 end - case when price_cents > 2500 then 20 else 0 end) stored`
const VALUE_SCORE = `(10 * (${QUALITY} - 2.5) * ln(2 + rating_count) - 3 * ln(1 + price_cents / 100.0)) stored`
const SEARCH = `(setweight(to_tsvector('english', title), 'A')
  || setweight(to_tsvector('english', listing_words(tags || tech_stack)), 'B')
  || setweight(to_tsvector('english', coalesce(summary, '')), 'C')
  || setweight(to_tsvector('english', description), 'D')) stored`

const ListingSchema = defineEntity({
  name: 'Listing',
  tableName: 'listing',
  properties: {
    id: p.uuid().primary(),
    ownerId: p.uuid().extra('references market_user (id)'),
    slug: p.text().check("slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100"),
    status: p.enum(['draft', 'live'] as const).default('draft'),
    deletedAt: p.datetime().nullable(),
    emptiedAt: p.datetime().nullable(),
    hiddenAt: p.datetime().nullable(),
    publishedAt: p.datetime().nullable(),
    title: p.text().check('length(title) between 1 and 120'),
    summary: p.text().nullable().check('length(summary) <= 280'),
    description: p.text().default('').check('length(description) <= 20000'),
    category: p.text(),
    listingKind: p.text(),
    listingType: p.enum(['fixed', 'auction'] as const).default('fixed'),
    priceCents: p.integer().default(0).check('price_cents between 0 and 100000000'),
    tags: p.array().default([]).check('cardinality(tags) <= 20'),
    techStack: p.array().default([]).check('cardinality(tech_stack) <= 20'),
    licenseId: p.text().default('personal'),
    refundDays: p.integer().default(0).check('refund_days in (0, 7, 14, 30)'),
    royaltyBps: p.integer().default(0).check('royalty_bps between 0 and 1000'),
    resaleAllowed: p.boolean().default(false),
    deliveryUrl: p.text().nullable().check('length(delivery_url) <= 2000'),
    version: p.integer().default(1).check('version > 0'),
    contentSha256: p.text().fieldName('content_sha256').nullable(),
    views: p.bigint('number').defaultRaw('0'),
    salesCount: p.integer().default(0),
    ratingSum: p.integer().default(0),
    ratingCount: p.integer().default(0),
    boostedUntil: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
    isShown: p
      .boolean()
      .persist(false)
      .generated("(status = 'live' and deleted_at is null and hidden_at is null) stored"),
    isFree: p.boolean().persist(false).generated('(price_cents = 0) stored'),
    popularity: p.float().persist(false).generated(POPULARITY),
    starterScore: p.float().persist(false).generated(STARTER_SCORE),
    valueScore: p.float().persist(false).generated(VALUE_SCORE),
    search: p.text().columnType('tsvector').persist(false).lazy().generated(SEARCH),
  },
  indexes: [
    {
      name: 'listing_category',
      expression:
        'create index listing_category on listing (category, published_at desc, id desc) include (listing_kind, listing_type, is_free) where is_shown',
    },
    {
      name: 'listing_kind',
      expression:
        'create index listing_kind on listing (listing_kind, published_at desc, id desc) include (category, listing_type, is_free) where is_shown',
    },
    {
      name: 'listing_newest',
      expression:
        'create index listing_newest on listing (published_at desc, id desc) include (category, listing_kind, listing_type, is_free, tech_stack) where is_shown',
    },
    {
      name: 'listing_owner',
      expression: 'create index listing_owner on listing (owner_id, published_at desc, id desc)',
    },
    {
      name: 'listing_popular',
      expression:
        'create index listing_popular on listing (popularity desc, id desc) include (category, listing_kind, listing_type, is_free) where is_shown',
    },
    {
      name: 'listing_popular_words',
      expression:
        'create index listing_popular_words on listing using gin ((search || popularity_marks(popularity)), listing_paths(category, listing_kind, tech_stack), listing_type, is_free) with (gin_pending_list_limit = 256) where is_shown and popularity >= 4',
    },
    {
      name: 'listing_price',
      expression:
        'create index listing_price on listing (price_cents, id) include (category, listing_kind, listing_type, is_free) where is_shown',
    },
    { name: 'listing_slug', expression: 'create unique index listing_slug on listing (slug)' },
    {
      name: 'listing_starter',
      expression:
        'create index listing_starter on listing (starter_score desc, id desc) include (category, listing_kind, listing_type, is_free) where is_shown',
    },
    { name: 'listing_tech', expression: 'create index listing_tech on listing using gin (tech_stack) where is_shown' },
    {
      name: 'listing_to_empty',
      properties: ['deletedAt'],
      where: 'deleted_at is not null and emptied_at is null and sales_count = 0',
    },
    {
      name: 'listing_updated',
      expression:
        'create index listing_updated on listing (updated_at desc, id desc) include (category, listing_kind, listing_type, is_free) where is_shown',
    },
    {
      name: 'listing_value',
      expression:
        'create index listing_value on listing (value_score desc, id desc) include (category, listing_kind, listing_type, is_free) where is_shown',
    },
    {
      name: 'listing_words',
      expression:
        'create index listing_words on listing using gin (search, listing_paths(category, listing_kind, tech_stack), listing_type, is_free) with (gin_pending_list_limit = 256) where is_shown',
    },
  ],
  checks: [
    { name: 'listing_auction_costs', expression: "listing_type = 'fixed' or price_cents > 0" },
    { name: 'listing_live_since', expression: "status = 'draft' or published_at is not null" },
  ],
})

/**
 * A listing. `isShown` means that everybody sees it: it is live, not deleted and not hidden for review. For an auction,
 * `priceCents` is the start price, then the current bid. The database generates the last six columns.
 */
export class Listing extends ListingSchema.class {}
ListingSchema.setClass(Listing)
