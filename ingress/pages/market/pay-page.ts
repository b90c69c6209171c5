import { html } from '../../http/html.ts'
import type { CardIntent } from '../../surface/market/purchases/card-payments.ts'
import type { SolanaIntent } from '../../surface/market/purchases/solana-intent.ts'
import type { Page, Visit } from '../page.ts'
import { dollars, moment } from '../parts/words.ts'
import { pathOf } from './listing-card.ts'

const aPayment = { description: 'Pay for what you buy.', nav: '/market', isPrivate: true } as const

type CardOffer = Pick<CardIntent, 'client_secret' | 'publishable_key' | 'payment_url' | 'amount_cents' | 'expires_at'>

/**
 * Where the card is typed: in the playground a link to the form of its processor, else the processor's own form in this
 * page, by its script. It leads to `back`. What is paid waits meanwhile, and is the same when it is asked for again.
 */
export function cardPage({ deps }: Visit, intent: CardOffer, back: { path: string; name: string }): Page {
  const { amount_cents: cents, payment_url: url, expires_at: until } = intent
  const returnUrl = deps.config.publicBaseUrl + back.path
  return {
    ...aPayment,
    title: `Pay ${dollars(cents)} by card`,
    ...(url === null ? { scripts: ['card'] } : {}),
    content: html`<h1>Pay ${dollars(cents)} by card</h1>
      ${
        url === null
          ? html`<form
                id="card-form"
                data-needs-script
                hidden
                data-publishable-key="${intent.publishable_key}"
                data-client-secret="${intent.client_secret}"
                data-return-url="${returnUrl}"
              >
                <div id="payment-element"></div>
                <p role="alert" class="bad"></p>
                <button disabled>Pay ${dollars(cents)}</button>
              </form>
              <noscript
                ><p class="notice">
                  Cards are typed in the form of the card processor, which needs JavaScript. Nothing was charged; pay
                  otherwise, or let this page run scripts.
                </p></noscript
              >`
          : html`<p>The card is typed at the card processor; it leads back here.</p>
              <p><a class="button" href="${returningTo(url, returnUrl)}">Go to the card form</a></p>`
      }
      <p class="soft">
        Nothing is charged before you ${url === null ? 'press Pay' : 'confirm it there'}. It can be paid until
        ${moment(until)}. <a href="${back.path}">${back.name}</a>
      </p>`,
  }
}

function returningTo(paymentUrl: string, returnUrl: string): string {
  const url = new URL(paymentUrl)
  url.searchParams.set('return_url', returnUrl)
  return url.href
}

/** What a wallet needs to pay on Solana: a link, the same as a QR code, and the transaction itself. */
export function solanaPage(intent: SolanaIntent): Page {
  const { purchase_id: id, amount_cents: cents, currency, splits, sol_usd_quote: quote, expires_at: until } = intent
  return {
    ...aPayment,
    title: `Pay ${dollars(cents)} on Solana`,
    content: html`<h1>Pay ${dollars(cents)} on Solana</h1>
      <p>Scan the code with a wallet that knows Solana Pay, or open the link on the device that has the wallet.</p>
      <p>
        <img
          src="${pathOf(intent.solana_pay_qr_url)}"
          width="240"
          height="240"
          alt="Solana Pay code of this purchase"
        />
      </p>
      <p class="row">
        <a class="button" href="${intent.solana_pay_url}">Open in a wallet</a>
        <a class="button quiet" href="/library/${id}">I have paid</a>
      </p>
      <dl class="pairs">
        ${splits.map(
          ({ role, amount, address }) =>
            html`<dt>To the ${role}</dt>
              <dd>${unitsOf(currency, amount)} <code>${address}</code></dd>`,
        )}
        ${
          quote === null
            ? ''
            : html`<dt>Price of SOL</dt>
                <dd>$${quote.rate}, until ${moment(quote.valid_until)}</dd>`
        }
        <dt>Pay until</dt>
        <dd>${moment(until)}</dd>
      </dl>
      <details>
        <summary>The transaction, unsigned</summary>
        <pre data-copy tabindex="0"><code>${intent.transaction}</code></pre>
      </details>`,
  }
}

/** An amount in the smallest unit of a currency, as people read it. */
function unitsOf(currency: 'usdc' | 'sol', amount: string): string {
  const places = currency === 'usdc' ? 6 : 9
  const digits = amount.padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '').padEnd(2, '0')
  return `${digits.slice(0, -places)}.${fraction} ${currency.toUpperCase()}`
}
