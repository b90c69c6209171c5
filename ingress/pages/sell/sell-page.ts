import { Refusal } from '#shared/errors.ts'
import type { PurchaseView } from '#shared/market/purchases/purchase.view.ts'

import { forAccount } from '../account/require-account.ts'
import { errorBody } from '../../http/error-body.ts'
import { requestIdOf } from '../../http/errors.ts'
import { type Html, html } from '../../http/html.ts'
import { problem } from '../error-page.ts'
import type { Listing } from '../market/listing-card.ts'
import type { Page, Visit } from '../page.ts'
import { centsOf, dollarField, inDollars } from '../parts/dollar-field.ts'
import { dollars, moment } from '../parts/words.ts'
import { ownReviews } from './reviews.ts'

type Summary = {
  as_seller: {
    views: number
    intents: number
    paid: number
    delivered: number
    gross_cents: number
    net_cents: number
    pending_payout_cents: number
    paid_out_cents: number
    tier: { fee_bps: number }
    days: { day: string; paid: number; gross_cents: number; net_cents: number }[]
  }
}
type Payouts = {
  items: {
    payout_id: string
    amount_cents: number
    state: string
    reason: string | null
    transaction: string | null
    created_at: string
  }[]
  earnings: { due_cents: number; waits_for: string | null; wallet: string | null }
}

/** /sell: funnel, earnings, payouts, orders to deliver, own listings, and a form to publish. */
export const sellPage = forAccount((visit) => page(visit, null))

/** POST /sell: publishes a listing from pasted content, says that an order is delivered, or answers a review. */
export const sellSomething = forAccount(async (visit) => {
  const { form } = visit
  try {
    if (form['do'] === 'deliver') {
      await visit.ask('POST', '/api/purchases/:purchase_id/confirm-delivery', {
        params: { purchase_id: form['purchase_id'] ?? '' },
        query: { delivery_url: form['delivery_url'] ?? '' },
      })
      return { redirect: '/sell' }
    }
    if (form['do'] === 'reply') {
      await visit.ask('POST', '/api/feedback/:feedback_id/reply', {
        params: { feedback_id: form['feedback_id'] ?? '' },
        body: { reply: form['reply'] ?? '' },
      })
      return { redirect: '/sell' }
    }
    const cents = centsOf(form['price'])
    const { listing_id: id } = await visit.ask<{ listing_id: string }>('POST', '/api/listings', {
      body: {
        title: form['title'] ?? '',
        summary: form['summary'] || null,
        description: form['description'] ?? '',
        content: (form['content'] ?? '').replaceAll('\r\n', '\n'),
        price_cents: cents,
        price_type: cents === 0 ? 'free' : 'paid',
        status: form['live'] === 'yes' ? 'live' : 'draft',
      },
    })
    return { redirect: `/l/${id}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return page(visit, error)
  }
})

async function page(visit: Visit, refusal: Refusal | null): Promise<Page> {
  const [{ as_seller: seller }, payouts, { items: listings }, { items: sales }, reviews] = await Promise.all([
    visit.ask<Summary>('GET', '/api/purchases/commerce-summary'),
    visit.ask<Payouts>('GET', '/api/payouts/me'),
    visit.ask<{ items: Listing[] }>('GET', '/api/listings/user/me'),
    visit.ask<{ items: PurchaseView[] }>('GET', '/api/purchases/seller/me'),
    ownReviews(visit),
  ])
  const orders = sales.filter(({ delivery_status: state, status }) => state === 'awaiting' && status === 'paid')
  return {
    title: 'Sell',
    description: 'What you sell, earn and were paid.',
    scripts: ['chart'],
    ...(refusal === null ? {} : { status: 422 }),
    content: html`<h1>Sell</h1>
      ${refusal === null ? '' : problem(errorBody(refusal, requestIdOf(visit.ctx)))}
      <dl class="facts">
        ${fact('Views', String(seller.views))} ${fact('Opened', String(seller.intents))}
        ${fact('Paid', String(seller.paid))} ${fact('Delivered', String(seller.delivered))}
        ${fact('Earned, after fees', dollars(seller.net_cents))} ${fact('Due', dollars(payouts.earnings.due_cents))}
        ${fact('Paid out', dollars(seller.paid_out_cents))} ${fact('Fee', `${seller.tier.fee_bps / 100} %`)}
      </dl>
      ${payouts.earnings.waits_for === null ? '' : html`<p class="notice">What is due waits for: ${payouts.earnings.waits_for.replaceAll('_', ' ')}.</p>`}
      ${
        orders.length === 0
          ? ''
          : html`<h2>Orders to deliver</h2>
              ${orders.map((order) => orderForm(visit, order))}`
      }
      ${reviews} ${salesChart(seller.days)}
      <h2>Your listings</h2>
      <ul>
        ${listings.map((one) => html`<li><a href="/l/${one.listing_id}">${one.title}</a> <small>${one.status}, ${one.price_label}, ${one.sales_count} sold</small></li>`)}
      </ul>
      ${listings.length === 0 ? html`<p class="soft">None yet.</p>` : ''}
      <h2>Payouts</h2>
      ${payouts.items.length === 0 ? html`<p class="soft">None yet. Payouts go to your proved wallet by themselves.</p>` : payoutTable(payouts)}
      ${publishForm(visit)}`,
  }
}

const fact = (name: string, value: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

const orderForm = (visit: Visit, { purchase_id: id, listing_title: title, paid_at: at }: PurchaseView): Html =>
  html`<form class="card" method="post" action="/sell">
    ${visit.token()}<input type="hidden" name="do" value="deliver" /><input
      type="hidden"
      name="purchase_id"
      value="${id}"
    />
    <b>${title ?? 'A listing'}</b> <small>paid ${moment(at)}</small>
    <label for="url-${id}">Where the buyer finds it</label
    ><input id="url-${id}" name="delivery_url" type="url" required />
    <p><button class="small">It is delivered</button></p>
  </form>`

const salesChart = (days: Summary['as_seller']['days']): Html =>
  html`<h2>Sales by day</h2>
    <details>
      <summary>The same as a table</summary>
      <div class="wide" tabindex="0">
        <table data-chart>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col" class="num">Sales in dollars</th>
              <th scope="col" class="num">Yours in dollars</th>
            </tr>
          </thead>
          <tbody>
            ${days.map(
              ({ day, gross_cents: gross, net_cents: net }) =>
                html`<tr>
                  <th scope="row">${day}</th>
                  <td class="num">${inDollars(gross)}</td>
                  <td class="num">${inDollars(net)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`

const payoutTable = ({ items }: Payouts): Html =>
  html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Payout</th>
          <th scope="col" class="num">Amount</th>
          <th scope="col">State</th>
          <th scope="col">Transaction</th>
        </tr>
      </thead>
      <tbody>
        ${items.map(
          (one) =>
            html`<tr>
              <th scope="row">${moment(one.created_at)}</th>
              <td class="num">${dollars(one.amount_cents)}</td>
              <td>${one.state} ${one.reason ?? ''}</td>
              <td>
                ${one.transaction === null ? '' : html`<a href="https://explorer.solana.com/tx/${one.transaction}" rel="noopener noreferrer"><code>${one.transaction.slice(0, 12)}…</code></a>`}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

const publishForm = (visit: Visit): Html =>
  html`<h2>Publish</h2>
    <p class="soft">Paste a SKILL.md or any text that buyers get. It is scanned before it is shown.</p>
    <form class="doc" method="post" action="/sell">
      ${visit.token()}
      <label for="title">Title</label
      ><input id="title" name="title" maxlength="120" value="${visit.form['title'] ?? ''}" required />
      <label for="summary">Summary <small>optional</small></label
      ><input id="summary" name="summary" maxlength="200" value="${visit.form['summary'] ?? ''}" />
      <label for="description">Description, in Markdown</label
      ><textarea id="description" name="description">${visit.form['description'] ?? ''}</textarea>
      <label for="content">What buyers get</label
      ><textarea id="content" name="content" required>${visit.form['content'] ?? ''}</textarea>
      ${dollarField({
        id: 'price',
        name: 'price',
        label: 'Price in dollars; 0 is free',
        leastCents: 0,
        value: visit.form['price'] ?? '0',
      })}
      <label class="inline"><input type="checkbox" name="live" value="yes" /> <span>Put it on sale now</span></label>
      <p><button>Publish</button></p>
    </form>`
