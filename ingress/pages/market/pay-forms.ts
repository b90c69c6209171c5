import { openRails } from '../../surface/market/open-rails.ts'
import { type Html, html } from '../../http/html.ts'
import type { Visit } from '../page.ts'
import { dollars } from '../parts/words.ts'

/** What is bought by card or on Solana: a listing, an offer of its licence, an auction that was won, or one that is bought at once. */
export type Bought = 'listing' | 'offer' | 'win' | 'now'

type Sold = { id: string; what: Bought; cents: number; byCard: boolean; onSolana: boolean; offerId?: string }

/** The forms that pay a listing or an auction by card and on Solana, where these rails are open. They need an account. */
export function payForms(visit: Visit, { id, what, cents, byCard, onSolana, offerId }: Sold): Html {
  const open = openRails(visit.deps.config)
  const [hasCard, hasSolana] = [byCard && open.byCard, onSolana && open.onSolana]
  if (!hasCard && !hasSolana) return html``
  if (visit.session === null) {
    const rails = [...(hasCard ? ['by card'] : []), ...(hasSolana ? ['on Solana'] : [])].join(' or ')
    return html`<p><a class="button quiet" href="/signin?to=/l/${id}">Sign in to pay ${rails}</a></p>`
  }
  const offer = offerId === undefined ? '' : hidden('offer', offerId)
  const terms = html`${hidden('what', what)}${hidden('cents', cents)}${offer}`
  const field = offerId ?? what
  return html`${hasCard ? listingForm(visit, id, 'card', html`${terms}<button>Pay ${dollars(cents)} by card</button>`) : ''}
  ${
    hasSolana
      ? html`<details>
          <summary>On Solana, from a wallet</summary>
          ${listingForm(
            visit,
            id,
            'solana',
            html`${terms}<label for="payer-${field}"
                >Wallet that pays <small>empty: the wallet of your account</small></label
              ><input id="payer-${field}" name="payer" maxlength="44" autocomplete="off" spellcheck="false" />
              <label for="currency-${field}">In</label
              ><select id="currency-${field}" name="currency">
                <option value="usdc">USDC</option>
                <option value="sol">SOL</option>
              </select>
              <p><button>Pay ${dollars(cents)} on Solana</button></p>`,
          )}
        </details>`
      : ''
  }`
}

/** A form of the page of a listing. `pay` says what it asks for. */
export const listingForm = (visit: Visit, id: string, pay: string, fields: Html): Html =>
  html`<form method="post" action="/l/${id}">
    ${visit.token()}<input type="hidden" name="pay" value="${pay}" />${fields}
  </form>`

/** A hidden field of a form. */
export const hidden = (name: string, value: string | number): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`
