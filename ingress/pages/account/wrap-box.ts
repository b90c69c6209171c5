import type { PurchaseView } from '#shared/market/purchases/purchase.view.ts'
import type { WrapView } from '#shared/market/wraps/wrap.view.ts'

import { type Html, html } from '../../http/html.ts'
import type { Visit } from '../page.ts'

/** What a step of a wrap gave: a transaction that a wallet signs and sends. */
export type WrapStep = { transaction: string | null; wallet: string | null }

const PATH = '/api/purchases/:purchase_id/wrap'

/** Takes the step of the form: requests the token, claims the licence with it, or gets the transaction that burns it. */
export async function changeWrap(visit: Visit, params: { purchase_id: string }): Promise<WrapStep> {
  const { step, wallet = '' } = visit.form
  if (step === 'request') {
    const body = { owner_wallet: wallet, confirm_lock: visit.form['confirm_lock'] === 'yes' }
    const { mint_transaction: mint } = await visit.ask<{ mint_transaction: { transaction: string } }>(
      'POST',
      `${PATH}/request`,
      { params, body },
    )
    return { transaction: mint.transaction, wallet }
  }
  if (step === 'unwrap') {
    const { burn_transaction: burn } = await visit.ask<{
      burn_transaction: { transaction: string; wallet: string } | null
    }>('POST', `${PATH}/unwrap`, { params })
    return { transaction: burn?.transaction ?? null, wallet: burn?.wallet ?? null }
  }
  await visit.ask('POST', `${PATH}/claim`, { params })
  return { transaction: null, wallet: null }
}

/** The licence of a purchase as a token: its state, and the steps that are open. */
export async function wrapBox(visit: Visit, purchase: PurchaseView, step: WrapStep | null): Promise<Html> {
  const { purchase_id: id, allowed_actions: actions, wrap_status: status } = purchase
  const may = (action: string) => actions.includes(action)
  if (status === 'none' && !may('request_wrap')) return html``
  const wrap = status === 'none' ? null : await visit.ask<WrapView>('GET', PATH, { params: { purchase_id: id } })
  return html`<h2>As a token</h2>
    ${
      status === 'none'
        ? html`<p>This licence is not a token.</p>`
        : html`<p>
            The wrap of this licence is
            <b>${status.replaceAll('_', ' ')}</b>${wrap?.mint ? html`, mint <code>${wrap.mint}</code>` : ''}.
            ${MEANS[status]}${wrap?.token_wallet ? html` The token was last seen in <code>${wrap.token_wallet}</code>.` : ''}
          </p>`
    }
    ${step?.transaction ? signBox(step.transaction, step.wallet) : ''}
    ${may('request_wrap') ? requestForm(visit, id) : ''}
    ${may('claim_wrap') ? stepForm(visit, id, { step: 'claim', label: 'Claim it with my wallet' }) : ''}
    ${may('unwrap') ? stepForm(visit, id, { step: 'unwrap', label: 'Get the transaction that burns it' }) : ''}`
}

/** What a state of a wrap means for whoever holds the licence. */
const MEANS: Readonly<Record<WrapView['wrap_status'], string>> = {
  none: '',
  requested: 'It becomes a token once its transaction is signed and sent.',
  minting: 'The chain shows the token; it is final in some seconds.',
  wrapped: 'Whoever proves the wallet that holds the token can claim the licence.',
  unwrapped: 'The token was burned, and the licence stays where it is.',
  failed: 'No token was made, and nothing changed.',
}

const signBox = (transaction: string, wallet: string | null): Html =>
  html`<p>
      Sign this transaction with ${wallet === null ? 'the wallet' : html`<code>${wallet}</code>`}, unchanged, and send
      it within a minute:
    </p>
    <pre data-copy tabindex="0"><code>${transaction}</code></pre>`

const requestForm = (visit: Visit, id: string): Html =>
  html`<details class="card">
    <summary>Make it a token of a wallet</summary>
    <form class="narrow" method="post" action="/library/${id}">
      ${visit.token()}<input type="hidden" name="do" value="wrap" /><input type="hidden" name="step" value="request" />
      <label for="wallet">Solana wallet</label><input id="wallet" name="wallet" maxlength="64" required />
      <p>
        <label class="inline"
          ><input type="checkbox" name="confirm_lock" value="yes" required />
          <span>Whoever gets the token can claim the licence from me; it is not resold here meanwhile.</span></label
        >
      </p>
      <p><button>Get the transaction</button></p>
    </form>
  </details>`

const stepForm = (visit: Visit, id: string, { step, label }: { step: string; label: string }): Html =>
  html`<form method="post" action="/library/${id}">
    ${visit.token()}<input type="hidden" name="do" value="wrap" /><input type="hidden" name="step" value="${step}" />
    <button class="quiet small">${label}</button>
  </form>`

/** The form of whoever got a token from somebody else: it leads to the purchase. */
export const claimForm = (visit: Visit): Html =>
  html`<details class="card">
    <summary>I hold the token of a licence</summary>
    <p>Its metadata name the purchase (pur_…). Your proved wallet has to hold the token.</p>
    <form class="narrow" method="post" action="/library">
      ${visit.token()}<label for="purchase">Purchase</label
      ><input id="purchase" name="purchase" maxlength="40" pattern="pur_[0-9a-f]{32}" required />
      <p><button>Claim the licence</button></p>
    </form>
  </details>`
