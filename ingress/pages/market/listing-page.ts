import type { Refusal } from '#shared/errors.ts'

import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { Html, html } from '../../http/html.ts'
import { problem } from '../error-page.ts'
import type { Page, Visit } from '../page.ts'
import { dollars, moment } from '../parts/words.ts'
import { type Listing, pathOf, safetyTag } from './listing-card.ts'

type Bids = {
  items: { amount_cents: number; bidder: string; is_yours: boolean; is_leading: boolean; placed_at: string }[]
}

/** /l/{id}: one listing: pictures, what it is, safety, reviews of its seller, and ways to buy it. */
export const listingPage = (visit: Visit): Promise<Page> => listingPageWith(visit, null)

/** The page of a listing, with why the last attempt to buy or bid was refused. */
export async function listingPageWith(visit: Visit, refusal: Refusal | null): Promise<Page> {
  const params = { listing_id: visit.params['listing'] ?? '' }
  const listing = await visit.ask<Listing>('GET', '/api/listings/:listing_id', { params })
  const bids =
    listing.auction === null
      ? null
      : await visit.ask<Bids>('GET', '/api/listings/:listing_id/bids', { params, query: { limit: 10 } })
  const [first] = listing.screenshots
  return {
    title: listing.title,
    description: (listing.summary ?? listing.description).slice(0, 200),
    nav: '/market',
    ...(first === undefined ? {} : { image: pathOf(first.url) }),
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
          ${buyBox(visit, listing)} ${listing.auction === null ? '' : auctionBox(visit, listing, bids)}
          ${safety(listing)} ${terms(listing)}
        </div>
      </div>`,
  }
}

// Safe: the API renders it from Markdown without the author's HTML, and sanitizes it.
const descriptionOf = ({ description_html: rendered, description }: Listing): Html =>
  rendered === undefined ? html`<p>${description}</p>` : new Html(rendered.replaceAll(/<(\/?)h[12]>/g, '<$1h3>'))

/** The key of this browser, unless it is a trial, which pays for no listing. */
const keyOfListings = ({ serviceKey }: Visit): string | null =>
  serviceKey === null || /^fb_\w+?_tk_/.test(serviceKey) ? null : serviceKey

function buyBox(
  visit: Visit,
  { purchase, listing_id: id, price_label: label, allowed_actions: actions }: Listing,
): Html {
  const { rails, rails_unavailable: closed } = purchase
  const cents = purchase.price_cents
  return html`<section class="card" aria-labelledby="buy">
    <h2 id="buy">${rails.includes('free') ? 'Get it' : 'Buy it'}</h2>
    <p class="price">${label}</p>
    ${purchase.available ? '' : html`<p>${purchase.reason_unavailable ?? 'It is not for sale now.'}</p>`}
    ${
      rails.includes('free')
        ? visit.session === null
          ? html`<p><a class="button" href="/signin?to=/l/${id}">Sign in to get it</a></p>`
          : form(visit, id, 'free', html`<p><button>Get it free</button></p>`)
        : ''
    }
    ${
      rails.includes('prepaid')
        ? form(
            visit,
            id,
            'prepaid',
            html`<input type="hidden" name="cents" value="${cents}" />
              ${keyOfListings(visit) === null ? html`<label for="key">Prepaid key</label><input id="key" name="key" type="password" autocomplete="off" placeholder="fb_…" required />` : html`<p>Your key in this browser ends in <code>${keyOfListings(visit)?.slice(-4) ?? ''}</code>.</p>`}
              ${visit.session === null ? html`<p class="hint">Without an account the answer holds a token that reads the purchase: keep it. <a href="/signin?to=/l/${id}">Sign in</a> to have it in your library.</p>` : ''}
              <p><button>Buy for ${dollars(cents)}</button></p>`,
          )
        : ''
    }
    ${
      rails.includes('x402')
        ? html`<details>
            <summary>By x402, from a program</summary>
            <p>An unpaid POST answers what to sign; in the playground the command below pays with the demo wallet.</p>
            <pre data-copy tabindex="0"><code>npm run -s cli -- buy ${id} --pay base</code></pre>
            <pre
              data-copy
              tabindex="0"
            ><code>curl -sX POST ${visit.deps.config.publicBaseUrl}/api/purchases/x402/${id}</code></pre>
          </details>`
        : ''
    }
    ${
      closed.length === 0
        ? ''
        : html`<details>
            <summary>Ways that are closed</summary>
            <ul>
              ${closed.map(({ rail, reason }) => html`<li><b>${rail}</b>: ${reason}</li>`)}
            </ul>
          </details>`
    }
    ${actions.includes('edit') ? html`<p class="soft">This listing is yours.</p>` : ''}
  </section>`
}

const form = (visit: Visit, id: string, pay: string, fields: Html): Html =>
  html`<form method="post" action="/l/${id}">
    ${visit.token()}<input type="hidden" name="pay" value="${pay}" />${fields}
  </form>`

function auctionBox(visit: Visit, { auction, listing_id: id }: Listing, bids: Bids | null): Html {
  if (auction === null) return html``
  return html`<section class="card" aria-labelledby="auction">
    <h2 id="auction">Auction</h2>
    <dl class="pairs">
      <dt>State</dt>
      <dd>${auction.state}</dd>
      <dt>Ends</dt>
      <dd>${moment(auction.ends_at)}</dd>
      <dt>Highest bid</dt>
      <dd>${auction.current_bid_cents === null ? 'none' : dollars(auction.current_bid_cents)}</dd>
      <dt>Next bid</dt>
      <dd>at least ${dollars(auction.minimum_next_bid_cents)}</dd>
      ${
        auction.reserve_met === null
          ? ''
          : html`<dt>Reserve</dt>
              <dd>${auction.reserve_met ? 'met' : 'not met'}</dd>`
      }
    </dl>
    ${
      auction.state !== 'open'
        ? ''
        : visit.session === null
          ? html`<p><a class="button" href="/signin?to=/l/${id}">Sign in to bid</a></p>`
          : form(
              visit,
              id,
              'bid',
              html`<label for="bid">Your bid in cents</label
                ><input
                  id="bid"
                  name="bid"
                  type="number"
                  min="${auction.minimum_next_bid_cents}"
                  value="${auction.minimum_next_bid_cents}"
                  required
                />
                <p class="hint">A bid is binding.</p>
                <p><button>Bid</button></p>`,
            )
    }
    ${
      bids === null || bids.items.length === 0
        ? ''
        : html`<table>
            <caption>
              Bids, the highest first
            </caption>
            <thead>
              <tr>
                <th scope="col">Bidder</th>
                <th scope="col" class="num">Bid</th>
                <th scope="col">When</th>
              </tr>
            </thead>
            <tbody>
              ${bids.items.map(
                (bid) =>
                  html`<tr>
                    <th scope="row">${bid.bidder}${bid.is_yours ? ' (you)' : ''}</th>
                    <td class="num">${dollars(bid.amount_cents)}</td>
                    <td>${moment(bid.placed_at)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
  </section>`
}

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
