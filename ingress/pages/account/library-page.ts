import { Refusal } from '#shared/errors.ts'
import type { PurchaseView } from '#shared/market/purchases/purchase.view.ts'

import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { type Html, html } from '../../http/html.ts'
import { problem } from '../error-page.ts'
import type { Page, Visit } from '../page.ts'
import { centsOf } from '../parts/dollar-field.ts'
import { dollars, moment } from '../parts/words.ts'
import { forAccount } from './require-account.ts'
import { resaleBox } from './resale-box.ts'
import { changeWrap, claimForm, type WrapStep, wrapBox } from './wrap-box.ts'

/** /library: what the account bought. */
export const libraryPage = forAccount((visit) => list(visit, null))

/** POST /library: claims the licence whose token the account holds. */
export const claimLicense = forAccount(async (visit) => {
  const params = { purchase_id: visit.form['purchase'] ?? '' }
  try {
    await visit.ask('POST', '/api/purchases/:purchase_id/wrap/claim', { params })
    return { redirect: `/library/${params.purchase_id}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return list(visit, error)
  }
})

async function list(visit: Visit, refusal: Refusal | null): Promise<Page> {
  const offset = /^\d{1,5}$/.test(visit.query['from'] ?? '') ? Number(visit.query['from']) : 0
  const { items, next_offset: next } = await visit.ask<{ items: PurchaseView[]; next_offset: number | null }>(
    'GET',
    '/api/purchases/user/me',
    { query: { limit: 30, offset } },
  )
  return {
    title: 'Library',
    description: 'What you bought.',
    ...(refusal === null ? {} : { status: 409 }),
    content: html`<h1>Library</h1>
      ${refusal === null ? '' : problem(errorBody(refusal, requestIdOf(visit.ctx)))} ${claimForm(visit)}
      ${items.length === 0 ? html`<p>Nothing yet. <a href="/market">Look at the market</a>.</p>` : ''}
      <ul class="cards">
        ${items.map(
          (one) =>
            html`<li class="card">
              <a class="title" href="/library/${one.purchase_id}"
                >${one.listing_title ?? 'A listing that was deleted'}</a
              >
              <p>Version ${one.listing_version}, ${moment(one.paid_at ?? one.created_at)}</p>
              <div class="row ends foot">
                <span class="tag">${one.status.replaceAll('_', ' ')}</span> <small>${one.delivery_status}</small>
                <span class="price">${dollars(one.amount_cents)}</span>
              </div>
            </li>`,
        )}
      </ul>
      ${next === null ? '' : html`<p><a class="button quiet" href="/library?from=${next}">Older</a></p>`}`,
  }
}

/** /library/{id}: one purchase: delivery, licence, refund, timeline. */
export const purchasePage = forAccount((visit) => page(visit, null))

/** POST /library/{id}: asks for a refund, gets a new licence key, offers the licence, or takes a step of its wrap. */
export const changePurchase = forAccount(async (visit) => {
  const params = { purchase_id: visit.params['purchase'] ?? '' }
  try {
    if (visit.form['do'] === 'rotate') await visit.ask('POST', '/api/purchases/:purchase_id/license/rotate', { params })
    if (visit.form['do'] === 'refund') {
      await visit.ask('POST', '/api/purchases/:purchase_id/refund', {
        params,
        body: { reason: visit.form['reason'] || null },
      })
    }
    if (visit.form['do'] === 'resell') {
      const body = { price_cents: centsOf(visit.form['price']), note: visit.form['note'] || null }
      await visit.ask('POST', '/api/purchases/:purchase_id/resale/list', { params, body })
    }
    if (visit.form['do'] === 'unlist') await visit.ask('POST', '/api/purchases/:purchase_id/resale/cancel', { params })
    if (visit.form['do'] === 'wrap') return await page(visit, null, await changeWrap(visit, params))
    return { redirect: `/library/${params.purchase_id}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return page(visit, error)
  }
})

type License = {
  license_key: string | null
  status: string
  terms: { name: string; about: string }
  seats: number | null
}

async function page(visit: Visit, refusal: Refusal | null, step: WrapStep | null = null): Promise<Page> {
  const params = { purchase_id: visit.params['purchase'] ?? '' }
  const purchase = await visit.ask<PurchaseView>('GET', '/api/purchases/:purchase_id', { params })
  const license =
    purchase.role !== 'seller' && purchase.license.status === 'active'
      ? await visit.ask<License>('GET', '/api/purchases/:purchase_id/license', { params })
      : null
  const { allowed_actions: actions } = purchase
  return {
    title: purchase.listing_title ?? 'Purchase',
    description: 'A purchase.',
    ...(refusal === null ? {} : { status: 409 }),
    content: html`<p class="soft"><a href="/library">Library</a></p>
      <h1>${purchase.listing_title ?? 'Purchase'}</h1>
      ${refusal === null ? '' : problem(errorBody(refusal, requestIdOf(visit.ctx)))}
      ${purchase.status === 'pending' ? waiting(purchase) : ''}
      <dl class="facts">
        <div>
          <dt>State</dt>
          <dd>${purchase.status.replaceAll('_', ' ')}</dd>
        </div>
        <div>
          <dt>Delivery</dt>
          <dd>${purchase.delivery_status}</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd class="price">${dollars(purchase.amount_cents)}</dd>
        </div>
        <div>
          <dt>By</dt>
          <dd><small>${purchase.rail}</small></dd>
        </div>
      </dl>
      <p class="row">
        ${purchase.delivery_url === null ? html`<span class="soft">The delivery is not there yet.</span>` : html`<a class="button" href="/library/${purchase.purchase_id}/delivery">Open what you bought</a>`}
        <a class="button quiet" href="/l/${purchase.listing_id}">The listing</a>
      </p>
      ${license === null ? '' : licenseBox(visit, purchase, license)}
      ${actions.includes('list_for_resale') || actions.includes('cancel_resale') ? await resaleBox(visit, purchase) : ''}
      ${purchase.role === 'seller' ? '' : await wrapBox(visit, purchase, step)}
      ${actions.some((action) => action.includes('refund')) ? refundForm(visit, purchase) : ''}
      <h2>What happened</h2>
      <ul class="timeline">
        ${(purchase.timeline ?? []).map(({ at, event, actor, reason }) => html`<li><b>${event.replaceAll('_', ' ')}</b> <small>${moment(at)}, ${actor}</small>${reason === null ? '' : html`<br />${reason}`}</li>`)}
      </ul>`,
  }
}

/** Of a purchase whose payment has not arrived. Scripts look again until it has. */
const waiting = ({ purchase_id: id, listing_id: listing, expires_at: until }: PurchaseView): Html =>
  html`<div
    class="notice"
    hx-get="/library/${id}"
    hx-trigger="every 3s"
    hx-select="#main"
    hx-target="#main"
    hx-swap="outerHTML"
  >
    <p>
      The payment has not arrived yet. <a href="/library/${id}">Look again</a>, or <a href="/l/${listing}">pay it</a>
      until ${moment(until)}.
    </p>
  </div>`

const licenseBox = (
  visit: Visit,
  { purchase_id: id }: PurchaseView,
  { license_key: key, terms, seats }: License,
): Html =>
  html`<h2>Licence</h2>
    <p>${terms.name}: ${terms.about} ${seats === null ? '' : `${seats} seats.`}</p>
    ${key === null ? '' : html`<pre class="key" data-copy tabindex="0"><code>${key}</code></pre>`}
    <form method="post" action="/library/${id}" data-confirm="Get a new key? The old one ends at once.">
      ${visit.token()}<input type="hidden" name="do" value="rotate" /><button class="quiet small">New key</button>
    </form>`

const refundForm = (visit: Visit, { purchase_id: id, refundable_until: until }: PurchaseView): Html =>
  html`<details class="card">
    <summary>Return it</summary>
    <p>Until ${moment(until)}.</p>
    <form class="narrow" method="post" action="/library/${id}">
      ${visit.token()}<input type="hidden" name="do" value="refund" /> <label for="reason">Why</label
      ><textarea id="reason" name="reason" maxlength="500"></textarea>
      <p><button class="danger">Ask for the refund</button></p>
    </form>
  </details>`

/** /library/{id}/delivery: what was bought, as text, or where its seller keeps it. */
export const deliveryPage = forAccount(async (visit) => {
  const params = { purchase_id: visit.params['purchase'] ?? '' }
  const { body, headers = {} } = await visit.reply('GET', '/api/purchases/:purchase_id/delivery', { params })
  const link = headers['Location']
  if (link !== undefined) return { redirect: link }
  return {
    title: 'Delivery',
    description: 'What you bought.',
    content: html`<p class="soft"><a href="/library/${params.purchase_id}">The purchase</a></p>
      <h1>What you bought</h1>
      <pre data-copy tabindex="0"><code>${String(body)}</code></pre>`,
  }
})
