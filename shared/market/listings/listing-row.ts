import { isoUtc } from '#shared/db/iso-utc.ts'
import type { RowOf } from '#shared/db/row-of.ts'

import type { MarketUser } from '../users/market-user.entity.ts'
import type { ListingVetting } from '../vetting/listing-vetting.entity.ts'
import { MOST_TRIES } from '../vetting/take-unvetted.ts'
import type { Vetting } from '../vetting/vetting.ts'
import type { Listing } from './listing.entity.ts'
import type { SellerStat } from './seller-stat.entity.ts'

/** A listing as SQL statements read it, with public facts about its seller. Times are ISO 8601, UTC. */
export type ListingRow = RowOf<
  Listing,
  | 'id'
  | 'ownerId'
  | 'slug'
  | 'status'
  | 'isShown'
  | 'title'
  | 'summary'
  | 'description'
  | 'category'
  | 'listingKind'
  | 'listingType'
  | 'priceCents'
  | 'tags'
  | 'techStack'
  | 'licenseId'
  | 'refundDays'
  | 'royaltyBps'
  | 'resaleAllowed'
  | 'deliveryUrl'
  | 'version'
  | 'contentSha256'
  | 'salesCount'
  | 'ratingSum'
  | 'ratingCount'
  | 'boostedUntil'
  | 'publishedAt'
  | 'createdAt'
  | 'updatedAt'
> & {
  owner_account_id: MarketUser['accountId']
  is_deleted: boolean
  is_hidden: boolean
  views: string
  seller_username: MarketUser['username']
  seller_verified: boolean
  seller_sales: SellerStat['salesCount']
  seller_sales_cents: string
  seller_rating_sum: SellerStat['ratingSum']
  seller_rating_count: SellerStat['ratingCount']
  vetting_state: 'not_checked' | 'pending' | Vetting['verdict']
  vetting_checks: ListingVetting['checks'] | null
  vetting_permissions: ListingVetting['permissions'] | null
  vetted_at: string | null
  /** Of a single listing: its seller has a refund on Solana to pay back, and sells nothing until then. */
  seller_owes_refund?: boolean
}

/** Characters of a description that lists show. */
export const LISTED_CHARACTERS = 500

/** The columns of a ListingRow, from `listing l`, `market_user u`, `seller_stat s` and `listing_vetting v`. */
const columns = (description: string) => `
l.id, l.owner_id, u.account_id as owner_account_id, l.slug, l.status, l.deleted_at is not null as is_deleted, l.hidden_at is not null as is_hidden, l.is_shown,
l.title, l.summary, ${description} as description, l.category, l.listing_kind, l.listing_type, l.price_cents, l.tags, l.tech_stack, l.license_id,
l.refund_days, l.royalty_bps, l.resale_allowed, l.delivery_url, l.version, l.content_sha256, l.views, l.sales_count, l.rating_sum,
l.rating_count, ${isoUtc('l.boosted_until')} as boosted_until, ${isoUtc('l.published_at')} as published_at,
${isoUtc('l.created_at')} as created_at, ${isoUtc('l.updated_at')} as updated_at, u.username as seller_username,
u.wallet_proved_at is not null as seller_verified, coalesce(s.sales_count, 0) as seller_sales,
coalesce(s.sales_cents, 0) as seller_sales_cents, coalesce(s.rating_sum, 0) as seller_rating_sum,
coalesce(s.rating_count, 0) as seller_rating_count,
coalesce(v.verdict, case when v.tries < ${MOST_TRIES} or v.taken_until > now() then 'pending' else 'not_checked' end) as vetting_state,
v.checks as vetting_checks, v.permissions as vetting_permissions, ${isoUtc('v.vetted_at')} as vetted_at`

export const LISTING_COLUMNS = columns('l.description')
/** LISTING_COLUMNS for lists, which show the beginning of a description. */
export const LISTED_COLUMNS = columns(`left(l.description, ${LISTED_CHARACTERS + 1})`)

export const LISTING_SELLER = `
join market_user u on u.id = l.owner_id left join seller_stat s on s.user_id = l.owner_id
left join listing_vetting v on v.listing_id = l.id`
