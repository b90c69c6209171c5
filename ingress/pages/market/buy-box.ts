import { type Html, html } from '../../http/html.ts'
import type { Visit } from '../page.ts'
import { dollars } from '../parts/words.ts'
import type { Listing } from './listing-card.ts'
import { listingForm, payForms } from './pay-forms.ts'

/** Ways to buy a listing at its fixed price, and why the others are closed. */
export function buyBox(
  visit: Visit,
  { purchase, listing_id: id, price_label: label, allowed_actions: actions }: Listing,
): Html {
  const { rails, rails_unavailable: closed, price_cents: cents, available } = purchase
  return html`<section class="card" aria-labelledby="buy">
    <h2 id="buy">${rails.includes('free') ? 'Get it' : 'Buy it'}</h2>
    <p class="price">${label}</p>
    ${available ? '' : html`<p>It is not for sale now: ${(purchase.reason_unavailable ?? '').replaceAll('_', ' ')}.</p>`}
    ${
      rails.includes('free')
        ? visit.session === null
          ? html`<p><a class="button" href="/signin?to=/l/${id}">Sign in to get it</a></p>`
          : listingForm(visit, id, 'free', html`<p><button>Get it free</button></p>`)
        : ''
    }
    ${rails.includes('prepaid') ? listingForm(visit, id, 'prepaid', withKey(visit, id, cents)) : ''}
    ${available ? payForms(visit, { id, what: 'listing', cents, byCard: rails.includes('card'), onSolana: rails.includes('solana') }) : ''}
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
              ${closed.map(({ rail, reason }) => html`<li><b>${rail}</b>: ${reason.replaceAll('_', ' ')}</li>`)}
            </ul>
          </details>`
    }
    ${actions.includes('edit') ? html`<p class="soft">This listing is yours.</p>` : ''}
  </section>`
}

function withKey(visit: Visit, id: string, cents: number): Html {
  const key = keyOfListings(visit)
  return html`<input type="hidden" name="cents" value="${cents}" />
    ${
      key === null
        ? html`<label for="key">Prepaid key</label
            ><input id="key" name="key" type="password" autocomplete="off" placeholder="fb_…" required />`
        : html`<p>Your key in this browser ends in <code>${key.slice(-4)}</code>.</p>`
    }
    ${
      visit.session === null
        ? html`<p class="hint">
            Without an account the answer holds a token that reads the purchase: keep it.
            <a href="/signin?to=/l/${id}">Sign in</a> to have it in your library.
          </p>`
        : ''
    }
    <p><button>Buy for ${dollars(cents)}</button></p>`
}

/** The key of this browser, unless it is a trial, which pays for no listing. */
export const keyOfListings = ({ serviceKey }: Visit): string | null =>
  serviceKey === null || /^fb_\w+?_tk_/.test(serviceKey) ? null : serviceKey
