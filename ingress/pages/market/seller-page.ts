import { html } from '../../http/html.ts'
import type { Page, Visit } from '../page.ts'
import { moment } from '../parts/words.ts'
import { type Listing, listingCard } from './listing-card.ts'

type Feedback = {
  items: {
    rating: number
    comment: string | null
    author: string
    created_at: string
    reply: { text: string } | null
  }[]
  total: number
}

/** /u/{seller}: what a seller sells, and what buyers say. */
export async function sellerPage(visit: Visit): Promise<Page> {
  const id = visit.params['seller'] ?? ''
  const [feedback, { items }] = await Promise.all([
    visit.ask<Feedback>('GET', '/api/purchases/seller/:seller_id/feedback', {
      params: { seller_id: id },
      query: { limit: 20 },
    }),
    visit.ask<{ items: Listing[] }>('GET', '/api/listings', { query: { user_id: id, limit: 48 } }),
  ])
  const seller = items[0]?.seller
  const name = seller?.username ?? id
  return {
    title: name,
    description: `What ${name} sells on Farebox.`,
    nav: '/market',
    content: html`<h1>${name}</h1>
      <p class="row">
        ${seller?.verified === true ? html`<span class="tag ok">wallet proved</span>` : ''}
        <span class="soft"
          >${seller === undefined ? '' : `${seller.sales_count} sales · ${seller.rating_avg?.toFixed(1) ?? '–'} of 5 (${seller.rating_count})`}</span
        >
      </p>
      <h2>Listings</h2>
      <ul class="cards">
        ${items.map(listingCard)}
      </ul>
      ${items.length === 0 ? html`<p class="soft">Nothing is on sale now.</p>` : ''}
      <h2>What buyers say</h2>
      ${feedback.total > feedback.items.length ? html`<p class="soft">The latest ${feedback.items.length} of ${feedback.total}.</p>` : ''}
      ${feedback.items.length === 0 ? html`<p class="soft">Nothing yet.</p>` : ''}
      <ul class="timeline">
        ${feedback.items.map((one) => html`<li><b>${one.rating} of 5</b> <small>${one.author}, ${moment(one.created_at)}</small>${one.comment === null ? '' : html`<br />${one.comment}`}${one.reply === null ? '' : html`<br /><small>The seller: ${one.reply.text}</small>`}</li>`)}
      </ul>`,
  }
}
