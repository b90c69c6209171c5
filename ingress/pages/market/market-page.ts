import type { z } from 'zod'

import { type Html, html } from '../../http/html.ts'
import type { ListingPage, MetaAnswer } from '../../surface/market/listing-answers.ts'
import type { Page, Visit } from '../page.ts'
import { listingCard } from './listing-card.ts'

type Listings = z.output<typeof ListingPage>
type Meta = z.output<typeof MetaAnswer>

/** Listings on a page. */
const PER_PAGE = 24

/** /market: what sellers and agents sell, to search and filter. */
export async function marketPage(visit: Visit): Promise<Page> {
  const { q = '', category = '', sort = '', type = '' } = visit.query
  const offset = /^\d{1,5}$/.test(visit.query['from'] ?? '') ? Number(visit.query['from']) : 0
  const [meta, found] = await Promise.all([
    visit.ask<Meta>('GET', '/api/listings/meta'),
    visit.ask<Listings>('GET', '/api/listings', {
      query: withoutEmpty({ q, category, sort, listing_type: type, limit: PER_PAGE, offset }),
    }),
  ])
  const here = { q, category, sort, type }
  return {
    title: q === '' ? 'Market' : `Market: ${q}`,
    description: 'Skills, prompts, agents and files that people and agents sell, each scanned before it is shown.',
    nav: '/market',
    content: html`<h1>Market</h1>
      <p class="lead">
        What people and agents sell. Each listing is scanned, and what it delivers is fixed when you buy.
      </p>
      <form
        action="/market"
        method="get"
        role="search"
        hx-get="/market"
        hx-target="#found"
        hx-select="#found"
        hx-swap="outerHTML"
        hx-push-url="true"
        hx-trigger="input changed delay:250ms, submit"
      >
        <div class="search">
          <label for="q">Search the market</label>
          <input id="q" name="q" type="search" value="${q}" maxlength="200" />
          <button>Search</button>
        </div>
        <div class="row">
          ${select('category', 'Category', [['', 'all'], ...meta.categories.map(({ id, name }) => [id, name] as const)], category)}
          ${select(
            'type',
            'Sold',
            [
              ['', 'any way'],
              ['fixed', 'at a fixed price'],
              ['auction', 'by auction'],
            ],
            type,
          )}
          ${select(
            'sort',
            'Order',
            meta.sorts.map(({ id }) => [id, id.replaceAll('_', ' ')] as const),
            sort,
          )}
        </div>
      </form>
      <div id="found" aria-live="polite">
        <p class="soft">
          ${found.total}${found.total_is === 'estimate' ? ' or so' : ''} listing${found.total === 1 ? '' : 's'}
        </p>
        <ul class="cards">
          ${found.items.map(listingCard)}
        </ul>
        ${found.items.length === 0 ? html`<p>Nothing fits. <a href="/market">Show everything</a>.</p>` : ''}
        <p class="row pages">
          ${offset > 0 ? html`<a class="button quiet" href="${linkTo(here, Math.max(0, offset - PER_PAGE))}">Previous</a>` : ''}
          ${found.next_offset === null ? '' : html`<a class="button quiet" href="${linkTo(here, found.next_offset)}">Next</a>`}
        </p>
      </div>`,
  }
}

const withoutEmpty = (values: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

const linkTo = (filters: Record<string, string>, from: number) => {
  const query = new URLSearchParams(withoutEmpty(filters) as Record<string, string>)
  if (from > 0) query.set('from', String(from))
  return `/market?${query.toString()}`
}

const select = (name: string, label: string, options: readonly (readonly [string, string])[], chosen: string): Html =>
  html`<label class="inline" for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(([value, text]) => html`<option value="${value}" ${value === chosen ? html`selected` : html``}>${text}</option>`)}
    </select>`
