import { Refusal } from '#shared/errors.ts'
import type { AuctionView } from '#shared/market/listings/listing-extensions.ts'

import { type Html, html } from '../../http/html.ts'
import type { PageAnswer, Visit } from '../page.ts'
import { dollarField, inDollars } from '../parts/dollar-field.ts'
import { dollars, moment } from '../parts/words.ts'
import type { Listing } from './listing-card.ts'
import { listingForm, payForms } from './pay-forms.ts'

/** Answer of the route of bids, as far as the page shows it. */
type Bids = {
  items: { amount_cents: number; bidder: string; is_yours: boolean; placed_at: string }[]
  total: number
  auction: AuctionView | null
}

/** Bids on a page, and how often a browser with scripts asks for them, in seconds. */
const SHOWN = 10
const ASK_AGAIN_S = 5

/** The auction of a listing: its clock and bids, which scripts keep fresh, a form to bid, and payment of a win. */
export async function auctionBox(visit: Visit, listing: Listing): Promise<Html> {
  const { auction, listing_id: id, seller, purchase, allowed_actions: actions } = listing
  if (auction === null) return html``
  const sold = { id, byCard: true, onSolana: seller.verified }
  const { buy_now_cents: now, current_bid_cents: highest, pay_until: until } = auction
  return html`<section class="card" aria-labelledby="auction">
    <h2 id="auction">Auction</h2>
    ${live(id, await bidsOf(visit, id))}
    ${
      auction.you_won && !auction.is_paid && highest !== null
        ? html`<p class="notice good">You won. Pay until ${moment(until)}.</p>
            ${payForms(visit, { ...sold, what: 'win', cents: highest })}`
        : ''
    }
    ${auction.state === 'open' && purchase.available ? bidForm(visit, id, auction.minimum_next_bid_cents) : ''}
    ${
      auction.state === 'open' && purchase.available && now !== null && auction.bid_count === 0
        ? html`<h3>Or buy it at once</h3>
            ${payForms(visit, { ...sold, what: 'now', cents: now })}`
        : ''
    }
    ${
      actions.includes('accept_bid')
        ? listingForm(
            visit,
            id,
            'accept',
            html`<p>It ended below your reserve. Until ${moment(auction.accept_until)} you may still sell.</p>
              <button>Sell for ${dollars(highest ?? 0)}</button>`,
          )
        : ''
    }
    ${actions.includes('edit') ? html`<p class="soft">This listing is yours.</p>` : ''}
  </section>`
}

/** GET /l/{id}/bids: clock and bids of an auction alone, for the page that is open. */
export async function auctionBids(visit: Visit): Promise<PageAnswer> {
  const id = visit.params['listing'] ?? ''
  const bids = await bidsOf(visit, id)
  if (bids.auction === null) throw new Refusal('not_found', 'This listing is no auction.')
  return { fragment: live(id, bids) }
}

const bidsOf = (visit: Visit, id: string): Promise<Bids> =>
  visit.ask<Bids>('GET', '/api/listings/:listing_id/bids', { params: { listing_id: id }, query: { limit: SHOWN } })

function live(id: string, { auction, items, total }: Bids): Html {
  if (auction === null) return html``
  const isOpen = auction.state === 'open'
  const again = html`hx-get="/l/${id}/bids" hx-trigger="every ${ASK_AGAIN_S}s" hx-swap="outerHTML"`
  return html`<div id="live" ${isOpen ? again : html``}>
    <dl class="pairs">
      <dt>State</dt>
      <dd>${isOpen ? html`<span class="live">open</span>` : auction.state.replaceAll('_', ' ')}</dd>
      <dt>${isOpen ? 'Ends' : 'Ended'}</dt>
      <dd>${moment(auction.ends_at)}${isOpen ? html` <b data-until="${auction.ends_at ?? ''}"></b>` : ''}</dd>
      <dt>Highest bid</dt>
      <dd>${auction.current_bid_cents === null ? 'none' : dollars(auction.current_bid_cents)}</dd>
      ${
        isOpen
          ? html`<dt>Next bid</dt>
              <dd>at least ${dollars(auction.minimum_next_bid_cents)}</dd>`
          : ''
      }
      ${
        auction.reserve_met === null
          ? ''
          : html`<dt>Reserve</dt>
              <dd>${auction.reserve_met ? 'met' : 'not met'}</dd>`
      }
    </dl>
    ${items.length === 0 ? '' : ladder(items, total)}
  </div>`
}

const ladder = (items: Bids['items'], total: number): Html =>
  html`<table>
    <caption>
      ${total > items.length ? `The highest ${items.length} of ${total} bids` : 'Bids, the highest first'}
    </caption>
    <thead>
      <tr>
        <th scope="col">Bidder</th>
        <th scope="col" class="num">Bid</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      ${items.map(
        (bid) =>
          html`<tr>
            <th scope="row">${bid.bidder}${bid.is_yours ? ' (you)' : ''}</th>
            <td class="num">${dollars(bid.amount_cents)}</td>
            <td>${moment(bid.placed_at)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`

function bidForm(visit: Visit, id: string, leastCents: number): Html {
  if (visit.session === null) return html`<p><a class="button" href="/signin?to=/l/${id}">Sign in to bid</a></p>`
  return listingForm(
    visit,
    id,
    'bid',
    html`${dollarField({ id: 'bid', name: 'bid', label: 'Your bid in dollars', leastCents, value: inDollars(leastCents) })}
      <p class="hint">A bid is binding: whoever wins pays.</p>
      <details>
        <summary>With a deposit</summary>
        <label for="deposit">Prepaid key <small>asked only of accounts that left a win unpaid</small></label
        ><input id="deposit" name="key" type="password" autocomplete="off" placeholder="fb_…" />
      </details>
      <p><button>Bid</button></p>`,
  )
}
