import { uuidv7 } from 'uuidv7'

import type { Db } from '#shared/db/open-db.ts'
import { connectionOf, inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { Listing } from '#shared/market/listings/listing.entity.ts'
import { publicId } from '#shared/market/public-id.ts'
import { buyPrepaid } from '#shared/market/purchases/buy-prepaid.ts'
import { Purchase } from '#shared/market/purchases/purchase.entity.ts'
import { readTerms } from '#shared/market/purchases/sale-terms.ts'
import { listOffer } from '#shared/market/resale/list-offer.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

/** Whoever bought the listing below, and sells it on. */
const HOLDER = 'tin-lantern'
const TITLE = 'Postgres query reviewer'
const OFFER = { priceCents: 1_100, expiresAt: null, note: 'We moved to another database.' }

/**
 * Buys a listing of a new playground for one of its sellers with a prepaid key, and offers its licence for resale. Returns
 * false where that was done, or the market is not there.
 */
export async function seedResale(db: Pick<Db, 'pg' | 'em'>, mint: CredentialMint): Promise<boolean> {
  const em = await db.em()
  const [holder, listing] = [
    await em.findOne(MarketUser, { username: HOLDER }),
    await em.findOne(Listing, { title: TITLE, resaleAllowed: true, refundDays: 0 }),
  ]
  if (holder === null || listing === null) return false
  if ((await em.count(Purchase, { listingId: listing.id, buyerId: holder.id })) > 0) return false
  const { key, keyId } = await grantKey(db.pg, mint, listing.priceCents)
  const terms = await readTerms(db.pg, null, publicId('lst', listing.id))
  const sale = { id: uuidv7(), terms, buyerId: holder.id }
  return inUnitOfWork(db, async (selling) => {
    const answer = await buyPrepaid(connectionOf(selling), sale, { keyId, hmac: mint.fingerprint(key) })
    if (answer.kind !== 'bought') return false
    const purchase = await selling.findOneOrFail(Purchase, sale.id)
    await listOffer(selling, { purchase, role: 'buyer' }, OFFER)
    return true
  })
}
