import { z } from 'zod'

import { AuctionView, ScreenshotView, VideoView } from '#shared/market/listings/listing-extensions.ts'
import { OfferView } from '#shared/market/resale/offer.view.ts'
import { VettingCheck } from '#shared/market/vetting/vetting.ts'

const cents = z.int()
const when = z.string().describe('ISO 8601, UTC')

/** How a price is split: what the platform, the network, the maker and the seller get, in cents. */
export const Fees = z.object({
  gross_cents: cents,
  platform_cents: cents,
  platform_bps: z.int(),
  network_cents: cents,
  royalty_cents: cents,
  you_receive_cents: cents,
})

const Rail = z.enum(['free', 'x402', 'prepaid', 'card', 'solana'])
const PurchaseInfo = z.object({
  available: z.boolean(),
  reason_unavailable: z.string().nullable(),
  price_cents: cents,
  rails: z.array(Rail).describe('ways to pay that are open'),
  rails_unavailable: z.array(z.object({ rail: Rail, reason: z.string() })),
  currencies: z.array(z.enum(['usd', 'usdc', 'sol'])),
  x402_url: z.string().nullable().describe('POST: by x402, or by a service key'),
  intent_url: z.string().nullable(),
  solana_intent_url: z.string().nullable(),
  free_url: z.string().nullable(),
  auction_bid_url: z.string().nullable(),
  fee_preview: Fees.optional().describe('what the seller receives; to the seller only'),
})

export const ListingAnswer = z.object({
  listing_id: z.string(),
  slug: z.string(),
  url: z.string(),
  status: z.enum(['draft', 'live']),
  title: z.string(),
  summary: z.string().nullable(),
  description: z.string().describe('markdown as its author wrote it: sanitise what you render'),
  description_is_cut: z.boolean().describe('lists hold the first 500 characters'),
  description_format: z.literal('markdown'),
  description_html: z.string().optional().describe('of a single listing: rendered and sanitised'),
  category: z.string(),
  listing_kind: z.string(),
  listing_type: z.enum(['fixed', 'auction']),
  price_type: z.enum(['free', 'paid']),
  price_cents: cents.describe('of an auction its start price, then its current bid'),
  currency: z.literal('usd'),
  price_label: z.string(),
  user_id: z.string(),
  seller: z.object({
    id: z.string(),
    username: z.string(),
    rating_avg: z.number().nullable(),
    rating_count: z.int(),
    rating_rank: z.number().nullable(),
    sales_count: z.int(),
    verified: z.boolean().describe('the seller proved their wallet'),
  }),
  tags: z.array(z.string()),
  tech_stack: z.array(z.string()),
  license_id: z.string(),
  refund_days: z.int(),
  royalty_bps: z.int(),
  resale_allowed: z.boolean(),
  version: z.int(),
  content_sha256: z.string().nullable().describe('of the hosted content'),
  views: z.int(),
  sales_count: z.int(),
  rating_avg: z.number().nullable(),
  rating_count: z.int(),
  rating_rank: z.number().nullable().describe('Wilson: 0 to 1; few ratings rank low'),
  safety: z.object({
    status: z
      .enum(['passed', 'warnings', 'failed', 'pending', 'not_checked', 'in_review'])
      .describe('what our own scanners say of it; in_review: people look at it after reports'),
    checks: z.array(VettingCheck),
    permissions: z.array(z.string()).describe('what the delivered text asks for or uses'),
    checked_at: when.nullable(),
  }),
  boosted_until: when.nullable(),
  published_at: when.nullable(),
  created_at: when,
  updated_at: when,
  screenshots: z.array(ScreenshotView),
  video: VideoView.nullable(),
  auction: AuctionView.nullable(),
  purchase: PurchaseInfo,
  allowed_actions: z.array(z.string()).describe('what you may do with it now'),
  resale_offers: z
    .array(OfferView)
    .optional()
    .describe('of a single listing: the cheapest licences that their holders sell on; GET /api/resale-offers has all'),
  delivery_url: z.string().nullable().optional().describe('to its owner only'),
})

export const ListingPage = z.object({
  items: z.array(ListingAnswer),
  total: z.int(),
  total_is: z.enum(['exact', 'estimate']).describe('exact up to 1,000, then an estimate'),
  limit: z.int(),
  offset: z.int(),
  next_offset: z.int().nullable(),
  has_more: z.boolean(),
})

export const DeletedAnswer = z.object({ listing_id: z.string(), deleted: z.literal(true), deleted_at: when })

export const ActivityAnswer = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      at: when,
      listing: z.object({
        listing_id: z.string(),
        title: z.string(),
        slug: z.string(),
        listing_type: z.string(),
        price_cents: cents,
      }),
      facts: z.record(z.string(), z.unknown()),
    }),
  ),
})

const Option = z.object({ id: z.string(), name: z.string() })
export const MetaAnswer = z.object({
  categories: z.array(Option),
  listing_kinds: z.array(Option.extend({ about: z.string() })),
  licenses: z.array(Option.extend({ about: z.string(), spdx: z.string().nullable(), seats: z.int().nullable() })),
  sorts: z.array(z.object({ id: z.string(), about: z.string() })),
  listing_types: z.array(z.string()),
  price_types: z.array(z.string()),
  statuses: z.array(z.string()),
  refund_days: z.array(z.int()),
  royalty_bps: z.object({ min: z.int(), max: z.int() }),
  price_cents: z.object({ min: z.int(), max: z.int(), card_minimum: z.int() }),
  fee_tiers: z.array(z.object({ below_lifetime_cents: z.int().nullable(), fee_bps: z.int() })),
  bid_increments: z.array(z.object({ below_cents: z.int().nullable(), step_cents: z.int() })),
  limits: z.record(z.string(), z.int()),
  install_runtimes: z.array(z.string()),
  ingest_source_types: z.array(z.string()),
  report_reasons: z.array(z.string()),
})
