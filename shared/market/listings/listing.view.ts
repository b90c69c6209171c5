import type { Actor } from '../users/actor.ts'
import { publicId } from '../public-id.ts'
import { type FeePreview, feePreview } from './fee-preview.ts'
import { CARD_MAXIMUM_CENTS, CARD_MINIMUM_CENTS } from './listing-options.rules.ts'
import type { AuctionView, ListingPictures } from './listing-extensions.ts'
import { LISTED_CHARACTERS, type ListingRow } from './listing-row.ts'
import { ratingRank } from './rating-rank.ts'

export type ListingViewOptions = {
  /** Without a trailing slash. */
  baseUrl: string
  actor: Actor | null
  auction: AuctionView | null
  pictures: ListingPictures | null
  /** False in lists, which cut a long description. */
  isWhole: boolean
  /** Whether cards are taken here at all. */
  hasCards: boolean
}

/** Builds a listing as answers show it to `actor`. */
export function listingView(
  row: ListingRow,
  { baseUrl, actor, auction, pictures, isWhole, hasCards }: ListingViewOptions,
) {
  const id = publicId('lst', row.id)
  const isOwn = row.owner_id === actor?.userId
  const isCut = !isWhole && row.description.length > LISTED_CHARACTERS
  return {
    listing_id: id,
    slug: row.slug,
    url: `${baseUrl}/api/listings/${id}`,
    status: row.status,
    title: row.title,
    summary: row.summary,
    description: isCut ? `${row.description.slice(0, LISTED_CHARACTERS).toWellFormed()}…` : row.description,
    description_is_cut: isCut,
    description_format: 'markdown',
    category: row.category,
    listing_kind: row.listing_kind,
    listing_type: row.listing_type,
    price_type: row.price_cents === 0 ? 'free' : 'paid',
    price_cents: row.price_cents,
    currency: 'usd',
    price_label: priceLabel(row, auction),
    user_id: publicId('usr', row.owner_id),
    seller: {
      id: publicId('usr', row.owner_id),
      username: row.seller_username,
      rating_avg: average(row.seller_rating_sum, row.seller_rating_count),
      rating_count: row.seller_rating_count,
      rating_rank: ratingRank(row.seller_rating_sum, row.seller_rating_count),
      sales_count: row.seller_sales,
      verified: row.seller_verified,
    },
    tags: row.tags,
    tech_stack: row.tech_stack,
    license_id: row.license_id,
    refund_days: row.refund_days,
    royalty_bps: row.royalty_bps,
    resale_allowed: row.resale_allowed,
    version: row.version,
    content_sha256: row.content_sha256,
    views: Number(row.views),
    sales_count: row.sales_count,
    rating_avg: average(row.rating_sum, row.rating_count),
    rating_count: row.rating_count,
    rating_rank: ratingRank(row.rating_sum, row.rating_count),
    safety: safetyOf(row),
    boosted_until: row.boosted_until,
    published_at: row.published_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    screenshots: pictures?.screenshots ?? [],
    video: pictures?.video ?? null,
    auction,
    purchase: purchaseOf(row, auction, { isOwn: isOwn || row.owner_account_id === actor?.accountId, hasCards }),
    allowed_actions: allowedActions(row, auction, actor),
    // Only the owner sees the delivery URL here.
    ...(isOwn ? { delivery_url: row.delivery_url } : {}),
  }
}

/** The results of our scanners for a published listing; `in_review` while people review it. */
function safetyOf(row: ListingRow) {
  const isVetted = row.is_shown || row.is_hidden
  return {
    status: row.is_hidden ? 'in_review' : isVetted ? row.vetting_state : 'not_checked',
    checks: (isVetted ? row.vetting_checks : null) ?? [],
    permissions: (isVetted ? row.vetting_permissions : null) ?? [],
    checked_at: isVetted ? row.vetted_at : null,
  }
}

export type RailName = 'free' | 'x402' | 'prepaid' | 'card' | 'solana'

export type PurchaseView = {
  available: boolean
  reason_unavailable: string | null
  price_cents: number
  rails: RailName[]
  rails_unavailable: { rail: RailName; reason: string }[]
  currencies: ('usd' | 'usdc' | 'sol')[]
  x402_url: string | null
  intent_url: string | null
  solana_intent_url: string | null
  free_url: string | null
  auction_bid_url: string | null
  /** To the seller only. */
  fee_preview?: FeePreview
}

/** Everything needed to buy in one step: price, payment rails and routes. */
function purchaseOf(
  row: ListingRow,
  auction: AuctionView | null,
  { isOwn, hasCards }: { isOwn: boolean; hasCards: boolean },
): PurchaseView {
  const id = publicId('lst', row.id)
  const isAuction = row.listing_type === 'auction'
  const isFree = row.price_cents === 0 && !isAuction
  const byAgents = !isFree && !isAuction
  const onSolana = byAgents && row.seller_verified
  const notByCard = whyNotByCard(row, hasCards)
  const byCard = byAgents && notByCard === null
  const reason = reasonUnavailable(row, auction, isOwn)
  return {
    available: reason === null,
    reason_unavailable: reason,
    price_cents: row.price_cents,
    rails: isFree
      ? ['free']
      : byAgents
        ? ['x402', 'prepaid', ...(byCard ? (['card'] as const) : []), ...(onSolana ? (['solana'] as const) : [])]
        : [],
    rails_unavailable: isFree ? [] : closedRails(row, notByCard),
    currencies: byAgents
      ? [...(byCard ? (['usd'] as const) : []), 'usdc', ...(onSolana ? (['sol'] as const) : [])]
      : [],
    x402_url: byAgents ? `/api/purchases/x402/${id}` : null,
    intent_url: byCard ? '/api/purchases/intent' : null,
    solana_intent_url: onSolana ? '/api/purchases/solana/intent' : null,
    free_url: isFree ? `/api/purchases/free/${id}` : null,
    auction_bid_url: isAuction ? `/api/listings/${id}/bids` : null,
    ...(isOwn ? { fee_preview: feePreview(row.price_cents, Number(row.seller_sales_cents)) } : {}),
  }
}

/** Rails that a priced listing cannot be paid by, each with its reason. */
function closedRails(row: ListingRow, notByCard: string | null): PurchaseView['rails_unavailable'] {
  const isAuction = row.listing_type === 'auction'
  return [
    ...(isAuction ? (['x402', 'prepaid', 'solana'] as const).map((rail) => ({ rail, reason: 'auction' })) : []),
    ...(notByCard === null ? [] : [{ rail: 'card' as const, reason: notByCard }]),
    ...(isAuction || row.seller_verified ? [] : [{ rail: 'solana' as const, reason: 'seller_has_no_proved_wallet' }]),
  ]
}

/** Why a priced listing cannot be paid by card; null when it can. */
function whyNotByCard({ listing_type: type, price_cents: cents }: ListingRow, hasCards: boolean): string | null {
  if (type === 'auction') return 'auction'
  if (!hasCards) return 'not_taken_here'
  if (cents < CARD_MINIMUM_CENTS) return 'below_card_minimum'
  return cents > CARD_MAXIMUM_CENTS ? 'above_card_maximum' : null
}

function reasonUnavailable(row: ListingRow, auction: AuctionView | null, isOwn: boolean): string | null {
  if (row.status === 'draft') return 'draft'
  if (row.is_hidden) return 'in_review'
  if (isOwn) return 'own_listing'
  if (row.seller_owes_refund === true) return 'seller_owes_refund'
  if (row.listing_type === 'auction')
    return auction?.state === 'open' ? null : `auction_${auction?.state ?? 'not_open'}`
  return null
}

/** What the actor may do with the listing now. The names match the verbs of the routes. */
function allowedActions(row: ListingRow, auction: AuctionView | null, actor: Actor | null): string[] {
  if (row.owner_id === actor?.userId) {
    // Bids are binding until the auction ends without a sale. A sale is binding for good.
    const isBound =
      auction?.state === 'sold' ||
      ((auction?.bid_count ?? 0) > 0 && ['open', 'paused', 'ended'].includes(auction?.state ?? ''))
    return [
      'edit',
      ...(row.status === 'draft' ? ['publish'] : isBound ? [] : ['unpublish']),
      ...(isBound ? [] : ['delete']),
      ...((auction?.accept_until ?? null) === null ? [] : ['accept_bid']),
      'save_content',
      'add_screenshot',
      'set_video',
    ]
  }
  if (!row.is_shown) return []
  if (actor === null) return row.listing_type === 'fixed' && row.price_cents > 0 ? ['buy', 'register'] : ['register']
  return [
    ...(row.listing_type === 'auction' && auction?.state === 'open' ? ['bid'] : []),
    ...(row.listing_type === 'fixed' && row.owner_account_id !== actor.accountId
      ? [row.price_cents === 0 ? 'claim' : 'buy']
      : []),
    'install',
    'import_preview',
    'report',
  ]
}

function priceLabel(row: ListingRow, auction: AuctionView | null): string {
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
  if (row.listing_type === 'fixed') return row.price_cents === 0 ? 'Free' : dollars(row.price_cents)
  const bid = auction?.current_bid_cents ?? null
  if (bid !== null) return `Current bid ${dollars(bid)}`
  return `Bids from ${dollars(row.price_cents)}`
}

const average = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((sum / count) * 100) / 100
