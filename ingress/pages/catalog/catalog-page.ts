import { searchCatalog } from '#shared/catalog/search-catalog.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { installationOf, isSoldHere } from '#shared/outcomes/availability.ts'
import { TRIAL } from '#shared/terms.ts'

import { firstCall } from '../../discovery/first-call.ts'
import { firstSentence } from '../../discovery/catalog/first-sentence.ts'
import { paymentWarningsOf, waysToPay } from '../../discovery/ways-to-pay.ts'
import { type Html, html } from '../../http/html.ts'
import type { Page, Visit } from '../page.ts'
import { packName, priceOf } from '../parts/words.ts'
import { dayCounts } from '../status/day-counts.ts'
import { type CardFacts, outcomeCard } from './outcome-card.ts'

/** Most outcomes that a search shows. */
const MOST_HITS = 60

const WAY_NAMES = {
  trial: 'Free trial',
  x402: 'Per call',
  prepaid_key: 'Prepaid key',
  day_pass: 'Day pass',
  week_pass: 'Week pass',
  month_pass: 'Month pass',
} as const

/** /: what this is, the first call, and every outcome, to search and filter. */
export async function catalogPage(visit: Visit): Promise<Page> {
  const { deps, query } = visit
  const { q = '', pack = '', max = '' } = query
  const isFiltered = q !== '' || pack !== '' || max !== ''
  const counts = await dayCounts(deps.db, deps.now)
  const facts: CardFacts = {
    installation: installationOf(deps.config),
    pools: deps.lastPools(),
    reliability: deps.reliability(),
    calls: (slug) =>
      counts.bySlug
        .get(slug)
        ?.slice(-30)
        .map(({ calls }) => calls) ?? [],
  }
  const packs = [...Map.groupBy(deps.catalog.values(), (entry) => entry.pack)]
  return {
    title: isFiltered ? `Catalog: ${q || (pack !== '' ? packName(pack) : `up to ${max} cents`)}` : 'Farebox',
    description:
      'Small tools for AI agents: one POST, one price, one JSON answer. No sign-up: a free trial, a key, a pass, or USDC per call.',
    nav: '/',
    sameFor: 'all',
    content: html`${isFiltered ? '' : hero(visit)}
      ${isFiltered ? html`<h1 id="catalog">Catalog</h1>` : html`<h2 id="catalog">Catalog</h2>`}
      ${searchForm(
        { q, pack, max },
        packs.map(([{ name }]) => name),
      )}
      <div id="found" aria-live="polite">
        ${isFiltered ? await found(visit, { q, pack, max }, facts) : whole(visit, packs, facts)}
      </div>
      ${isFiltered ? '' : payments(visit)}`,
  }
}

const hero = ({ deps }: Visit): Html => {
  const first = firstCall(deps.config.publicBaseUrl, deps.catalog)
  return html`<h1>One call, one fare, one answer.</h1>
    <p class="lead">
      Small tools for AI agents. Each is one POST with a JSON body, has one price, and answers in JSON. No sign-up;
      nothing is charged unless you get a result.
    </p>
    ${
      first === null
        ? ''
        : html`<p class="row">
              <a class="button" href="/o/${first.slug}">Try ${first.slug} here, free</a>
              <a class="button quiet" href="/docs">Read the docs</a>
            </p>
            <details class="card">
              <summary>Two commands for your shell</summary>
              <p>Claim a trial key: ${TRIAL.cents} cents, ${TRIAL.hours} hours. Then call ${first.slug} with it.</p>
              <pre data-copy tabindex="0"><code>${first.claim}</code></pre>
              <pre data-copy tabindex="0"><code>${first.call}</code></pre>
            </details>`
    }`
}

type Filters = { q: string; pack: string; max: string }

const searchForm = ({ q, pack, max }: Filters, packs: readonly string[]): Html =>
  html`<form
    action="/"
    method="get"
    role="search"
    hx-get="/"
    hx-target="#found"
    hx-select="#found"
    hx-swap="outerHTML"
    hx-push-url="true"
    hx-trigger="input changed delay:250ms, submit"
  >
    <div class="search">
      <label for="q">What should it do?</label>
      <input
        id="q"
        name="q"
        type="search"
        value="${q}"
        maxlength="200"
        placeholder="repair broken JSON, take a screenshot, check a wallet"
      />
      <button>Search</button>
    </div>
    <div class="row">
      <label class="inline" for="pack">Pack</label>
      <select id="pack" name="pack">
        <option value="">all</option>
        ${packs.map((name) => html`<option value="${name}" ${name === pack ? SELECTED : html``}>${packName(name)}</option>`)}
      </select>
      <label class="inline" for="max">At most</label>
      <select id="max" name="max">
        <option value="">any price</option>
        ${['1', '5', '10', '50'].map((cents) => html`<option value="${cents}" ${cents === max ? SELECTED : html``}>${priceOf(Number(cents))}</option>`)}
      </select>
    </div>
  </form>`

const SELECTED = html`selected`

async function found({ deps }: Visit, { q, pack, max }: Filters, facts: CardFacts): Promise<Html> {
  const maxCents = /^\d{1,6}$/.test(max) ? Number(max) : undefined
  const fits = ({ outcome, pack: { name } }: CatalogEntry) =>
    (pack === '' || name === pack) && (maxCents === undefined || outcome.cents <= maxCents)
  const { hits, corrected } =
    q === ''
      ? { hits: [...deps.forSale.values()].filter(fits), corrected: {} }
      : await searchCatalog(deps.forSale, { text: q, limit: MOST_HITS, maxCents, pack: pack || undefined }).then(
          (search) => ({ ...search, hits: search.hits.map(({ entry }) => entry) }),
        )
  const instead = Object.entries(corrected)
  return html`<p class="soft">
      ${hits.length} outcome${hits.length === 1 ? '' : 's'}
      ${instead.map(([sent, read]) => html` (“${sent}” was read as “${read}”)`)} · <a href="/">all outcomes</a>
    </p>
    <ul class="cards">
      ${hits.map((entry) => outcomeCard(entry, facts))}
    </ul>
    ${hits.length === 0 ? html`<p>Nothing fits. Try other words, or <a href="/docs/router">say your goal to the router</a>.</p>` : ''}`
}

function whole(
  { deps }: Visit,
  packs: readonly (readonly [CatalogEntry['pack'], CatalogEntry[]])[],
  facts: CardFacts,
): Html {
  const featured = [...deps.catalog.values()]
    .filter(({ outcome }) => outcome.featured > 0 && isSoldHere(outcome, facts.installation))
    .sort((a, b) => a.outcome.featured - b.outcome.featured)
    .slice(0, 9)
  const bundles = [...deps.forSale.values()].filter(({ members }) => members !== undefined)
  return html`<ul class="cards">
      ${featured.map((entry) => outcomeCard(entry, facts))}
    </ul>
    <h3>All ${deps.catalog.size} outcomes by pack</h3>
    ${packs.map(
      ([pack, entries]) =>
        html`<details class="card" id="${pack.name}">
          <summary>${packName(pack.name)} <small>${entries.length} · ${pack.purpose}</small></summary>
          ${table(entries, facts)}
        </details>`,
    )}
    ${
      bundles.length === 0
        ? ''
        : html`<h3 id="bundles">Bundles</h3>
            <p class="soft">Several outcomes on one payment, all of them or none.</p>
            ${table(bundles, facts)}`
    }`
}

const table = (entries: readonly CatalogEntry[], { installation }: CardFacts): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Outcome</th>
        <th scope="col" class="num">Price</th>
      </tr>
    </thead>
    <tbody>
      ${entries.map(
        ({ outcome }) =>
          html`<tr>
            <th scope="row">
              <a href="/o/${outcome.slug}">${outcome.title}</a> <code>${outcome.slug}</code><br /><small
                >${firstSentence(outcome.description)}</small
              >
            </th>
            <td class="num">
              ${isSoldHere(outcome, installation) ? html`<span class="price">${priceOf(outcome.cents)}</span>` : html`<small>not here</small>`}
            </td>
          </tr>`,
      )}
    </tbody>
  </table>`

const payments = ({ deps }: Visit): Html =>
  html`<h2>How to pay</h2>
    <p class="soft">The same endpoints, whichever you choose.</p>
    ${paymentWarningsOf(deps.config).map((warning) => html`<p class="notice">${warning}</p>`)}
    <ul class="cards">
      ${waysToPay(deps.config).map(
        (way) =>
          html`<li class="card">
            <div class="row ends">
              <b>${WAY_NAMES[way.kind]}</b>
              <span class="price"
                >${way.price_cents === null ? 'USDC' : `${way.kind === 'prepaid_key' ? 'from ' : ''}${priceOf(way.price_cents)}`}</span
              >
            </div>
            <p>${way.what}</p>
            <code class="foot">${way.header}</code>
          </li>`,
      )}
    </ul>`
