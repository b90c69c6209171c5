import { seenListing } from '#shared/market/listings/find-listing.ts'

import { entryOfPage } from '../catalog/outcome-page.ts'
import { documentOf, firstLine } from '../docs/docs-page.ts'
import type { PageAnswer, Visit } from '../page.ts'
import { packName, priceOf } from '../parts/words.ts'
import { previewAnswer } from './previews.ts'

/** /og/o/{slug}.png: the picture that previews show of an outcome or bundle. */
export function outcomePreview(visit: Visit): Promise<PageAnswer> {
  const { outcome, pack, members } = entryOfPage(visit)
  return previewAnswer(visit, {
    kind: members === undefined ? `Outcome · ${packName(pack.name)}` : `Bundle of ${members.length} outcomes`,
    title: outcome.title,
    about: outcome.description,
    price: outcome.cents === 0 ? 'Free' : `${priceOf(outcome.cents)} a call`,
  })
}

/**
 * /og/l/{id}.png: the picture of a listing, as everybody sees it: a draft has none, for its owner either. It counts no
 * view, and does not name bids, which would have it drawn again with each.
 */
export async function listingPreview(visit: Visit): Promise<PageAnswer> {
  const row = await seenListing(visit.deps.db.pg, null, visit.params['listing'] ?? '')
  const price = priceOf(row.price_cents)
  return previewAnswer(visit, {
    kind: `Market · ${row.category.replaceAll('_', ' ')}`,
    title: row.title,
    about: row.summary ?? row.description,
    price: row.listing_type === 'auction' ? 'Auction' : price.charAt(0).toUpperCase() + price.slice(1),
  })
}

/** /og/docs/{name}.png: the picture of a document. */
export async function documentPreview(visit: Visit): Promise<PageAnswer> {
  const document = await documentOf(visit.params['document'] ?? '')
  // Links and code are drawn as their words.
  const about = firstLine(document.text).replaceAll(/`|\[([^\]]*)\]\([^)]*\)?/g, '$1')
  return previewAnswer(visit, { kind: 'Docs', title: document.title, about, price: '' })
}
