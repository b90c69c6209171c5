import type { OfferView } from '#shared/market/resale/offer.view.ts'

import { type Html, html } from '../../http/html.ts'
import type { Visit } from '../page.ts'
import { dollars } from '../parts/words.ts'
import { keyOfListings } from './buy-box.ts'
import type { Listing } from './listing-card.ts'
import { hidden, listingForm, payForms } from './pay-forms.ts'

/** Licences of a listing that their holders sell on, each with the forms that buy it. */
export function offersBox(visit: Visit, { listing_id: id, resale_offers: offers = [], purchase }: Listing): Html {
  if (offers.length === 0) return html``
  return html`<section class="card" aria-labelledby="offers">
    <h2 id="offers">Sold on by their holders</h2>
    <p class="soft">The same licence, without a refund window. The maker gets the royalty.</p>
    ${offers.map(
      (offer) =>
        html`<details>
          <summary>${dollars(offer.price_cents)} <small>from ${offer.seller.username}</small></summary>
          ${offer.note === null ? '' : html`<p>${offer.note}</p>`}${offer.available ? forms(visit, id, { offer, rails: purchase.rails }) : html`<p>A sale of it waits for its payment.</p>`}
        </details>`,
    )}
  </section>`
}

function forms(visit: Visit, id: string, { offer, rails }: { offer: OfferView; rails: readonly string[] }): Html {
  const { resale_offer_id: offerId, price_cents: cents } = offer
  const key = keyOfListings(visit)
  const field =
    key === null
      ? html`<label for="key-${offerId}">Prepaid key</label
          ><input id="key-${offerId}" name="key" type="password" autocomplete="off" required />`
      : html`<p>Your key in this browser ends in <code>${key.slice(-4)}</code>.</p>`
  const terms = html`${hidden('offer', offerId)}${hidden('cents', cents)}`
  return html`${listingForm(
    visit,
    id,
    'prepaid',
    html`${terms}${field}
      <p><button>Buy for ${dollars(cents)}</button></p>`,
  )}
  ${payForms(visit, { id, what: 'offer', offerId, cents, byCard: rails.includes('card') || cents >= 50, onSolana: rails.includes('solana') })}`
}
