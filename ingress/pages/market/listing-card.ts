import type { z } from 'zod'

import { type Html, html } from '../../http/html.ts'
import type { ListingAnswer } from '../../surface/market/listing-answers.ts'

export type Listing = z.output<typeof ListingAnswer>

/** A card of the market: picture, title, price, seller, rating, safety. */
export function listingCard(listing: Listing): Html {
  const [picture] = listing.screenshots
  return html`<li class="card">
    ${picture === undefined ? '' : html`<img src="${pathOf(picture.thumb_url ?? picture.url)}" alt="" loading="lazy" width="320" height="180" />`}
    <a class="title" href="/l/${listing.listing_id}">${listing.title}</a>
    <p>${(listing.summary ?? listing.description).slice(0, 160)}</p>
    <div class="row ends foot">
      <span class="price">${listing.price_label}</span>
      <small
        >by
        ${listing.seller.username}${listing.rating_count > 0 ? ` · ${listing.rating_avg?.toFixed(1) ?? '–'} of 5 (${listing.rating_count})` : ''}</small
      >
      ${safetyTag(listing)}
    </div>
  </li>`
}

const SAFETY = {
  passed: ['ok', 'scanned'],
  warnings: ['warn', 'warnings'],
  failed: ['bad', 'failed'],
  pending: ['', 'being scanned'],
  not_checked: ['', 'not scanned'],
  in_review: ['warn', 'in review'],
} as const

/** What our scanners say of a listing. */
export function safetyTag({ safety }: Pick<Listing, 'safety'>): Html {
  const [tone, text] = SAFETY[safety.status]
  return html`<span class="tag ${tone}">${text}</span>`
}

/** The path of a URL of ours: a page may be read under another address than the public one. */
export function pathOf(url: string): string {
  if (url.startsWith('/')) return url
  const { pathname, search } = new URL(url)
  return pathname + search
}
