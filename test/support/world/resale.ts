import { uuidOf } from '#shared/market/public-id.ts'

import type { Registered } from './market.ts'
import type { World } from './world.ts'

/** Offers a purchase; returns the id of the offer. */
export async function offered(holder: Registered, purchaseId: string, cents = 600): Promise<string> {
  const answer = await holder.request('POST', `/api/purchases/${purchaseId}/resale/list`, { price_cents: cents })
  if (answer.status !== 200) throw new Error(`offering answered ${answer.status}: ${answer.text}`)
  return String(Object(answer.body['offer'])['resale_offer_id'])
}

/** The UUID of an offer. */
export const offerUuid = (offerId: string): string => uuidOf('rof', offerId) ?? ''

/** A purchase of `holder`, paid with a prepaid key, that may be sold on at once. Returns its public id. */
export async function resellable(world: Pick<World, 'key'>, maker: Registered, holder: Registered): Promise<string> {
  const terms = { price_cents: 500, resale_allowed: true, royalty_bps: 500, refund_days: 0 }
  const sent = { title: 'Sold on', status: 'live', delivery_markdown: '# Sold on', ...terms }
  const listingId = String((await maker.request('POST', '/api/listings', sent)).body['listing_id'])
  const { key } = await world.key(500)
  const path = `/api/purchases/x402/${listingId}`
  const bought = await holder.request('POST', path, undefined, { 'x-service-key': key })
  if (bought.status !== 200) throw new Error(`buying answered ${bought.status}: ${bought.text}`)
  return String(bought.body['purchase_id'])
}
