import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'

import { Listing } from '../listings/listing.entity.ts'
import { readContent } from '../listings/content/listing-files.ts'
import type { Purchase } from './purchase.entity.ts'

/** What a purchase delivers: the text of the version that was bought, or the seller's URL. */
export type Delivery =
  | { kind: 'hosted'; content: string; sha256: string; version: number; file_name: string }
  | { kind: 'link'; url: string }

/** Seconds after which a buyer should look again for a delivery that its seller has to make. */
const AGAIN_S = 3_600

/** What decides about a delivery. */
export type DeliveredPurchase = Pick<
  Purchase,
  'id' | 'status' | 'deliveryStatus' | 'deliveryForm' | 'deliveryUrl' | 'contentSha256' | 'listingVersion' | 'resoldAs'
>

/** The text of a listing, null where there is none any more, and what names its file. */
export type Hosted = { content: string | null; slug: string }

/**
 * Reads what a purchase delivers. Throws 402 for one that is not paid, 410 for one that was refunded, disputed, sold on or not delivered,
 * and 409 `not_delivered_yet` while its seller has to deliver it.
 */
export function readDelivery(em: EntityManager, purchase: Purchase): Promise<Delivery> {
  const { listingId, contentSha256 } = purchase
  return deliveryOf(purchase, async () => {
    const [content, { slug }] = await Promise.all([
      readContent(em, listingId, contentSha256),
      em.findOneOrFail(Listing, listingId, { fields: ['slug'], disableIdentityMap: true }),
    ])
    return { content, slug }
  })
}

/** What a purchase delivers, whose text `readHosted` reads once it is to be had. Throws as readDelivery does. */
export async function deliveryOf(purchase: DeliveredPurchase, readHosted: () => Promise<Hosted>): Promise<Delivery> {
  const { status, deliveryStatus, deliveryForm, deliveryUrl, contentSha256, listingVersion } = purchase
  if (purchase.resoldAs)
    throw new Refusal('gone', 'You have sold this purchase on; its buyer reads the delivery now.', {
      fix: { action: 'Buy the listing again, if it is on sale.' },
    })
  if (status === 'pending' || status === 'failed' || status === 'expired' || status === 'canceled')
    throw new Refusal('payment_required', `This purchase is ${status}; nothing was paid.`, {
      fix: { action: 'Pay it, or buy the listing again.' },
      extra: { status },
    })
  if (status === 'disputed')
    throw new Refusal('gone', "This purchase is disputed: the buyer's bank took the money back.", {
      fix: { action: 'Wait until the bank has decided; once the seller has won, it is readable again.' },
    })
  if (status === 'refunded' || deliveryStatus === 'failed')
    throw new Refusal(
      'gone',
      status === 'refunded' ? 'This purchase was refunded.' : 'This purchase was not delivered.',
      {
        fix: { action: 'Buy the listing again, if it is on sale.' },
      },
    )
  if (deliveryStatus === 'none' || deliveryStatus === 'awaiting')
    throw new Refusal('not_delivered_yet', 'The seller has not delivered this purchase yet.', {
      retryAfterS: AGAIN_S,
      fix: { action: 'Ask again later; until it is delivered, you may ask for a refund.' },
    })
  if (deliveryForm !== 'hosted' || typeof contentSha256 !== 'string') {
    if (typeof deliveryUrl !== 'string') throw new Error(`purchase ${purchase.id} is delivered and has no URL`)
    return { kind: 'link', url: deliveryUrl }
  }
  const { content, slug } = await readHosted()
  if (content === null) throw new Error(`the content of purchase ${purchase.id} is gone`)
  const fileName = `${slug}-v${listingVersion}.md`
  return { kind: 'hosted', content, sha256: contentSha256, version: listingVersion, file_name: fileName }
}
