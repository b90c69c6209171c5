import { Refusal } from '#shared/errors.ts'

import { html } from '../../http/html.ts'
import type { CardIntent } from '../../surface/market/purchases/card-payments.ts'
import type { SolanaIntent } from '../../surface/market/purchases/solana-intent.ts'
import type { Page, PageAnswer, Visit } from '../page.ts'
import { centsOf } from '../parts/dollar-field.ts'
import { listingPageWith } from './listing-page.ts'
import { cardPage, solanaPage } from './pay-page.ts'

/** POST /l/{id}: takes a free listing, buys one with a prepaid key, asks for a payment by card or on Solana, bids, or accepts a bid. */
export async function buyListing(visit: Visit): Promise<PageAnswer> {
  try {
    return await bought(visit)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return listingPageWith(visit, error)
  }
}

type Bought = {
  purchase_id: string
  purchase_token: string | null
  delivery: { kind: string; content?: string; url?: string } | null
  license_key: string | null
}

async function bought(visit: Visit): Promise<PageAnswer> {
  const { form, params: path, serviceKey } = visit
  const params = { listing_id: path['listing'] ?? '' }
  if (form['pay'] === 'free') {
    const { purchase_id: id } = await visit.ask<{ purchase_id: string }>('POST', '/api/purchases/free/:listing_id', {
      params,
    })
    return { redirect: `/library/${id}` }
  }
  if (form['pay'] === 'bid') {
    const deposit = (form['key'] ?? '').trim()
    await visit.ask('POST', '/api/listings/:listing_id/bids', {
      params,
      body: { amount_cents: centsOf(form['bid']) },
      ...(deposit === '' ? {} : { headers: { 'x-service-key': deposit } }),
    })
    return { redirect: `/l/${params.listing_id}` }
  }
  if (form['pay'] === 'accept') {
    await visit.ask('POST', '/api/listings/:listing_id/accept-bid', { params })
    return { redirect: `/l/${params.listing_id}` }
  }
  if (form['pay'] === 'card') {
    const intent = await askFor<CardIntent>(visit, '', {})
    return cardPage(visit, intent, { path: `/library/${intent.purchase_id}`, name: 'The purchase' })
  }
  if (form['pay'] === 'solana') {
    const payer = (form['payer'] ?? '').trim() || (await ownWallet(visit))
    return solanaPage(await askFor<SolanaIntent>(visit, '/solana', { payer, currency: form['currency'] }))
  }
  const key = (form['key'] ?? '').trim() || (serviceKey ?? '')
  const answer = await visit.ask<Bought>('POST', '/api/purchases/x402/:listing_id', {
    params,
    headers: {
      'x-service-key': key,
      'idempotency-key': `page-${visit.ctx.cookies.get('fb_visit', { signed: false }) ?? ''}-${form['offer'] ?? params.listing_id}`,
    },
    body: { expected_amount_cents: Number(form['cents']), resale_offer_id: form['offer'] ?? null },
  })
  if (visit.session !== null) return { redirect: `/library/${answer.purchase_id}` }
  return receipt(answer)
}

/** The intent that pays a listing, an offer of its licence, an auction that was won, or one that is bought at once, on one of two rails. */
function askFor<Intent>(
  { form, params: path, ask }: Visit,
  rail: '' | '/solana',
  sent: Record<string, unknown>,
): Promise<Intent> {
  const body = { ...sent, expected_amount_cents: Number(form['cents']) }
  const listing = path['listing'] ?? ''
  if (form['what'] === 'listing' || form['what'] === 'offer') {
    const sent = { ...body, listing_id: listing, resale_offer_id: form['offer'] ?? null }
    return ask<Intent>('POST', `/api/purchases${rail}/intent`, { body: sent })
  }
  return ask<Intent>('POST', `/api/purchases${rail}/auction-win/:listing_id/intent`, {
    params: { listing_id: listing },
    body: { ...body, buy_now: form['what'] === 'now' },
  })
}

/** The wallet of the account; an empty text where it has none. */
const ownWallet = async (visit: Visit): Promise<string> =>
  (await visit.ask<{ solana_wallet: string | null }>('GET', '/api/auth/me')).solana_wallet ?? ''

/** What a buyer without an account gets: everything is shown, because only its token reads it again. */
const receipt = ({ purchase_id: id, purchase_token: token, delivery, license_key: license }: Bought): Page => ({
  title: 'Bought',
  description: 'Your purchase.',
  nav: '/market',
  isPrivate: true,
  content: html`<h1>It is yours</h1>
    <p class="notice good">
      Keep the token: it reads this purchase again and asks for a refund (<code>X-Purchase-Token</code>).
    </p>
    <dl class="pairs">
      <dt>Purchase</dt>
      <dd><code>${id}</code></dd>
      <dt>Token</dt>
      <dd><code>${token ?? 'shown with the first answer'}</code></dd>
      <dt>Licence</dt>
      <dd><code>${license ?? 'none yet'}</code></dd>
    </dl>
    ${
      delivery === null
        ? html`<p>The seller delivers it.</p>`
        : delivery.content === undefined
          ? html`<p><a href="${delivery.url ?? ''}" rel="noopener noreferrer">Open what you bought</a></p>`
          : html`<h2>What you bought</h2>
              <pre data-copy tabindex="0"><code>${delivery.content}</code></pre>`
    }`,
})
