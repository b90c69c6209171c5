import { TRIAL } from '#shared/terms.ts'

import { type Html, html } from '../../http/html.ts'
import type { Visit } from '../page.ts'
import { walletChoice } from './wallet-payment.ts'

/** What a run from the page is paid by: the key this browser keeps, a trial, a key that is typed, or a wallet of the browser. */
export function payChoice({ serviceKey, deps }: Visit, cents: number): Html {
  if (cents === 0) return html``
  const isTrialAble = cents <= TRIAL.maxPriceCents
  const isKept = serviceKey !== null
  return html`<fieldset>
    <legend>Pay with</legend>
    ${isKept ? choice('kept', html`the key of this browser, which ends in <code>${serviceKey.slice(-4)}</code>`, true) : ''}
    ${isKept || !isTrialAble ? '' : choice('trial', html`a free trial: ${TRIAL.cents} cents, no sign-up`, true)}
    ${choice('key', html`another service key`, !isKept && !isTrialAble)} ${walletChoice(deps.config)}
    <label for="key">Service key</label>
    <input id="key" name="key" type="password" autocomplete="off" placeholder="fb_…" />
    <p class="hint">
      Only for “another service key”. It stays in this browser for 30 days, in a cookie that no script reads.
    </p>
    ${isTrialAble ? '' : html`<p class="hint">A trial pays calls of up to ${TRIAL.maxPriceCents} cents. <a href="/docs/payments">How to get a key</a>.</p>`}
  </fieldset>`
}

const choice = (value: string, what: Html, isChosen: boolean) =>
  html`<label class="inline"
    ><input type="radio" name="pay" value="${value}" ${isChosen ? html`checked` : html``} /> <span>${what}</span></label
  >`
