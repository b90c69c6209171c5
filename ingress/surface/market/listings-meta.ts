import { BID_INCREMENTS } from '#shared/market/auctions/auction.rules.ts'
import { INSTALL_RUNTIMES } from '#shared/market/listings/install/install-runtimes.rules.ts'
import { SOURCE_TYPES } from '#shared/market/listings/ingest/source-types.ts'
import {
  CARD_MINIMUM_CENTS,
  CATEGORIES,
  FEE_TIERS,
  LICENSES,
  LISTING_KINDS,
  MAX_PRICE_CENTS,
  MAX_ROYALTY_BPS,
  REFUND_DAYS,
  SORTS,
} from '#shared/market/listings/listing-options.rules.ts'

/** Options and limits for forms: the body of GET /api/listings/meta. */
export const listingMeta = () => ({
  categories: CATEGORIES,
  listing_kinds: LISTING_KINDS,
  licenses: LICENSES,
  sorts: SORTS,
  listing_types: ['fixed', 'auction'],
  price_types: ['free', 'paid'],
  statuses: ['draft', 'live'],
  refund_days: REFUND_DAYS,
  royalty_bps: { min: 0, max: MAX_ROYALTY_BPS },
  price_cents: { min: 0, max: MAX_PRICE_CENTS, card_minimum: CARD_MINIMUM_CENTS },
  fee_tiers: FEE_TIERS,
  bid_increments: BID_INCREMENTS,
  limits: {
    title_characters: 120,
    summary_characters: 280,
    description_characters: 20_000,
    content_characters: 200_000,
    tags: 20,
    search_characters: 200,
    page_items: 200,
    screenshot_bytes: 5 * 1024 * 1024,
    video_bytes: 20 * 1024 * 1024,
  },
  install_runtimes: INSTALL_RUNTIMES.map(({ id }) => id),
  ingest_source_types: SOURCE_TYPES,
  report_reasons: ['policy_violation', 'copyright', 'spam', 'other'],
})
