import type { ClientBase, Pool as PgPool } from 'pg'

import { Refusal } from '#shared/errors.ts'

import { publicId, uuidOf } from '../public-id.ts'
import { type SaleTerms, SaleTerms as SaleTermsSchema } from '../purchases/sale-terms.ts'
import type { Actor } from '../users/actor.ts'
import { notFound } from '../users/require-owner.ts'
import { ownOffer } from './resale-refusals.ts'
import { resaleShares } from './resale-shares.ts'

type Row = Omit<SaleTerms, 'fee_bps' | 'fee_cents' | 'seller_cents' | 'royalty_cents' | 'royalty_to'> & {
  maker_id: string
  maker_account_id: string
  seller_account_id: string
  seller_sales_cents: string
  is_hidden: boolean
}

/**
 * Reads the terms at which an offer of a listing is sold now: those of the purchase that is sold on, at the price of the
 * offer, without a refund window. Whether it can be bought is requireOffer's to say. Throws 404 for an offer of another
 * listing, 403 `own_offer` and `own_listing`, and 409 `not_for_sale` while the listing is hidden.
 */
export async function readOfferTerms(
  sql: ClientBase | PgPool,
  actor: Actor | null,
  { listingId, offerId }: { listingId: string; offerId: string },
): Promise<SaleTerms> {
  const ids = [uuidOf('rof', offerId), uuidOf('lst', listingId)]
  if (ids.includes(null)) throw notFound('offer')
  // SQL: one prepared statement in front of every purchase of an offer.
  const { rows } = await sql.query<Row>({ name: 'resale-terms-read', text: READ, values: ids })
  const [row] = rows
  if (row === undefined) throw notFound('offer')
  if (row.seller_account_id === actor?.accountId) throw ownOffer()
  if (row.maker_account_id === actor?.accountId)
    throw new Refusal('own_listing', 'This offer is of a listing of your own account.', {
      fix: { action: 'Read its content at GET /api/listings/{listing_id}/delivery-content.' },
    })
  if (row.is_hidden)
    throw new Refusal('not_for_sale', 'This listing is in review, and its offers are not on sale.', {
      fix: { action: 'Look again later.', path: `/api/listings/${publicId('lst', row.listing_id)}` },
    })
  const shares = resaleShares(row.price_cents, row.royalty_bps, Number(row.seller_sales_cents))
  return SaleTermsSchema.parse({
    ...row,
    fee_bps: shares.platform_bps,
    fee_cents: shares.platform_cents,
    seller_cents: shares.you_receive_cents,
    royalty_cents: shares.royalty_cents,
    royalty_to: shares.royalty_cents > 0 ? row.maker_id : null,
  })
}

const READ = `
select o.id as resale_offer_id, o.listing_id, h.listing_version, o.seller_id, o.price_cents, h.royalty_bps, h.license_id, 0 as refund_days,
  h.resale_allowed, case when h.content_sha256 is null then 'link' else 'hosted' end as delivery_form, h.content_sha256, h.delivery_url,
  l.owner_id as maker_id, m.account_id as maker_account_id, u.account_id as seller_account_id, coalesce(s.sales_cents, 0) as seller_sales_cents,
  l.hidden_at is not null as is_hidden
from resale_offer o join purchase h on h.id = o.purchase_id join listing l on l.id = o.listing_id join market_user m on m.id = l.owner_id
join market_user u on u.id = o.seller_id left join seller_stat s on s.user_id = o.seller_id
where o.id = $1::uuid and o.listing_id = $2::uuid`
