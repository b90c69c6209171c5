import type { Refusal } from '#shared/errors.ts'

import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { Html, html } from '../../http/html.ts'
import { problem } from '../error-page.ts'
import type { Page, Visit } from '../page.ts'
import { moment } from '../parts/words.ts'
import { auctionBox } from './auction-box.ts'
import { buyBox } from './buy-box.ts'
import { type Listing, pathOf, safetyTag } from './listing-card.ts'
import { offersBox } from './offers-box.ts'

/** /l/{id}: one listing: pictures, what it is, safety, reviews of its seller, and ways to buy it. */
export const listingPage = (visit: Visit): Promise<Page> => listingPageWith(visit, null)

/** The page of a listing, with why the last attempt to buy or bid was refused. */
export async function listingPageWith(visit: Visit, refusal: Refusal | null): Promise<Page> {
  const params = { listing_id: visit.params['listing'] ?? '' }
  const listing = await visit.ask<Listing>('GET', '/api/listings/:listing_id', { params })
  const [first] = listing.screenshots
  return {
    title: listing.title,
    description: (listing.summary ?? listing.description).slice(0, 200),
    nav: '/market',
    // A picture that its seller chose says more of it than ours.
    image: first === undefined ? `/og/l/${listing.listing_id}.png` : pathOf(first.url),
    ...(refusal === null ? {} : { isPrivate: true, status: 409 }),
    content: html`<p class="soft">
        <a href="/market">Market</a> ›
        <a href="/market?category=${listing.category}">${listing.category.replaceAll('_', ' ')}</a>
      </p>
      <h1>${listing.title}</h1>
      <p class="row">
        <a href="/u/${listing.seller.id}">${listing.seller.username}</a>
        ${listing.seller.verified ? html`<span class="tag ok">wallet proved</span>` : ''} ${safetyTag(listing)}
        <span class="tag">version ${listing.version}</span>
      </p>
      ${refusal === null ? '' : problem(errorBody(refusal, requestIdOf(visit.ctx)))}
      <div class="split">
        <div>
          ${listing.screenshots.map(({ url, width, height }) => html`<p><img src="${pathOf(url)}" alt="Picture of ${listing.title}" ${width === null || height === null ? html`` : html`width="${width}" height="${height}"`} /></p>`)}
          ${listing.video === null ? '' : html`<video controls preload="none" src="${pathOf(listing.video.url)}"></video>`}
          <div class="doc">${descriptionOf(listing)}</div>
          ${
            listing.tags.length === 0
              ? ''
              : html`<ul class="chips">
                  ${listing.tags.map((tag) => html`<li><a href="/market?q=${encodeURIComponent(tag)}">${tag}</a></li>`)}
                </ul>`
          }
        </div>
        <div>
          ${listing.auction === null ? buyBox(visit, listing) : await auctionBox(visit, listing)}
          ${offersBox(visit, listing)} ${safety(listing)} ${terms(listing)}
        </div>
      </div>`,
  }
}

// Safe: the API renders it from Markdown without the author's HTML, and sanitizes it.
const descriptionOf = ({ description_html: rendered, description }: Listing): Html =>
  rendered === undefined ? html`<p>${description}</p>` : new Html(rendered.replaceAll(/<(\/?)h[12]>/g, '<$1h3>'))

const safety = ({ safety: found }: Listing): Html =>
  html`<details class="card" ${found.status === 'warnings' || found.status === 'failed' ? html`open` : html``}>
    <summary>Safety <small>what our scanners found</small></summary>
    ${found.permissions.length === 0 ? html`<p>It asks for no permissions.</p>` : html`<p>It asks for or uses: ${found.permissions.join(', ')}.</p>`}
    <ul>
      ${found.checks.map((check) => html`<li>${describe(check)}</li>`)}
    </ul>
    <p class="soft">Checked ${moment(found.checked_at)}</p>
  </details>`

/** A check in one line: its name, verdict, and what it says. */
const describe = (check: object): string =>
  Object.values(check)
    .filter((value) => typeof value === 'string')
    .join(' · ')

const terms = (listing: Listing): Html =>
  html`<details class="card">
    <summary>Terms <small>fixed when you buy</small></summary>
    <dl class="pairs">
      <dt>Licence</dt>
      <dd>${listing.license_id}</dd>
      <dt>Refund</dt>
      <dd>${listing.refund_days === 0 ? 'none' : `within ${listing.refund_days} days`}</dd>
      <dt>Resale</dt>
      <dd>${listing.resale_allowed ? `allowed, ${listing.royalty_bps / 100} % royalty` : 'not allowed'}</dd>
      <dt>Sold</dt>
      <dd>${listing.sales_count} times, seen ${listing.views} times</dd>
      <dt>Content</dt>
      <dd>
        ${listing.content_sha256 === null ? 'delivered by its seller' : html`SHA-256 <code>${listing.content_sha256}</code>`}
      </dd>
      <dt>Published</dt>
      <dd>${moment(listing.published_at)}</dd>
    </dl>
  </details>`
