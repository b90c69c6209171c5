import { uuidv7 } from 'uuidv7'

import { publicId, uuidOf } from '#shared/market/public-id.ts'

import type { Registered } from './market.ts'
import type { World } from './world.ts'

/** A listing of the seller that was bought by the buyer for 5 dollars, paid and delivered; written as it stands, without a sale. */
export async function boughtListing(
  world: Pick<World, 'sql'>,
  { seller, buyer, title = 'Bought' }: { seller: Registered; buyer: Registered; title?: string },
): Promise<{ id: string; purchaseId: string; listingId: string }> {
  const body = { title, price_cents: 500, status: 'live', delivery_markdown: `# ${title}`, license_id: 'personal' }
  const made = await seller.request('POST', '/api/listings', body)
  const listingId = String(made.body['listing_id'])
  const id = uuidv7()
  await world.sql(
    `insert into purchase (id, listing_id, listing_version, seller_id, buyer_id, kind, status, delivery_status, rail, currency,
       price_cents, fee_bps, fee_cents, seller_cents, royalty_bps, license_id, refund_days, resale_allowed, delivery_form,
       content_sha256, paid_at, delivered_at)
     select $1, l.id, l.version, l.owner_id, $3, 'fixed', 'paid', 'delivered', 'x402', 'usdc', 500, 1500, 75, 425, 0,
       l.license_id, 0, false, 'hosted', l.content_sha256, now(), now() from listing l where l.id = $2`,
    [id, uuidOf('lst', listingId), uuidOf('usr', buyer.userId)],
  )
  return { id, purchaseId: publicId('pur', id), listingId }
}
