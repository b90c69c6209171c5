import type { PurchaseView } from '#shared/market/purchases/purchase.view.ts'
import type { ResaleView } from '#shared/market/resale/read-resale.ts'

import { type Html, html } from '../../http/html.ts'
import type { Visit } from '../page.ts'
import { dollarField, inDollars } from '../parts/dollar-field.ts'
import { dollars } from '../parts/words.ts'

/** The offer of a licence on the page of its purchase: what it brings, and forms that make, change and end it. */
export async function resaleBox(visit: Visit, { purchase_id: id }: PurchaseView): Promise<Html> {
  const params = { purchase_id: id }
  const resale = await visit.ask<ResaleView>('GET', '/api/purchases/:purchase_id/resale', { params })
  const offer = resale.state === 'listed' ? resale.offer : null
  return html`<h2>Sell it on</h2>
    ${
      offer === null
        ? html`<p>
            Your key ends when it is sold. The maker gets ${resale.royalty_bps / 100} % of the price, the market its
            fee.
          </p>`
        : html`<p>
            On offer for <b>${dollars(offer.price_cents)}</b>: you receive ${dollars(offer.you_receive_cents)}, the
            maker ${dollars(offer.royalty_cents)}, the market ${dollars(offer.platform_fee_cents)}.
            ${offer.reserved_until === null ? '' : 'A sale waits for its payment.'}
          </p>`
    }
    <form class="narrow" method="post" action="/library/${id}">
      ${visit.token()}<input type="hidden" name="do" value="resell" />${dollarField({
        id: 'price',
        name: 'price',
        label: 'Price in dollars',
        leastCents: resale.minimum_cents,
        value: offer === null ? '' : inDollars(offer.price_cents),
      })} <label for="note">Note for buyers</label
      ><input id="note" name="note" maxlength="500" value="${offer?.note ?? ''}" />
      <p><button>${offer === null ? 'Offer it' : 'Change the offer'}</button></p>
    </form>
    ${
      offer === null
        ? ''
        : html`<form method="post" action="/library/${id}">
            ${visit.token()}<input type="hidden" name="do" value="unlist" /><button class="quiet small">
              End the offer
            </button>
          </form>`
    }`
}
