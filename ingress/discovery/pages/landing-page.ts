import { whyPaymentsAreOff } from '#shared/money/accepts.ts'
import { TRIAL } from '#shared/terms.ts'
import { bundles } from '#shared/catalog/bundles.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { bundlePath } from '#shared/catalog/for-sale.ts'
import { type Installation, installationOf, isSoldHere } from '#shared/outcomes/availability.ts'
import type { Pack } from '#shared/outcomes/pack.ts'
import { microUsdcOf, usdcString } from '#shared/lib/micro-usdc.ts'

import type { IngressDeps } from '#ingress/deps.ts'
import { type Html, html } from '#ingress/http/html.ts'
import type { Assets } from '../assets.ts'
import { firstCall } from '../first-call.ts'
import { pageFrame } from './page-frame.ts'
import { paymentWarningsOf, type WayToPay, waysToPay } from '../ways-to-pay.ts'

const WAY_NAMES = {
  trial: 'Free trial',
  x402: 'Per call',
  prepaid_key: 'Prepaid key',
  day_pass: 'Day pass',
  week_pass: 'Week pass',
  month_pass: 'Month pass',
} as const

type Site = { config: IngressDeps['config']; catalog: ReadonlyMap<string, CatalogEntry>; assets: Assets }

/** Renders the landing page: introduction, first call, ways to pay, and all outcomes with prices. */
export function landingPage({ config, catalog, assets }: Site): string {
  const { publicBaseUrl: baseUrl, production } = config
  const installation = installationOf(config)
  const packs = Map.groupBy(catalog.values(), ({ pack }) => pack)
  return pageFrame({
    title: 'Farebox: small tools for AI agents, paid per call',
    description:
      'One POST, one price, one JSON answer. No sign-up: pay per call in USDC, by key or by pass, or start with a free trial.',
    baseUrl,
    path: '/',
    styles: [assets.path['site.css']],
    content: html`<div class="text">
      ${production || whyPaymentsAreOff(config) !== null ? [] : [html`<p class="notice">This is a playground: everything works, and only play money moves.</p>`]}
      <main>
        <h1>One call, one fare, <span>one answer.</span></h1>
        <p class="lead">
          Small tools for AI agents. Each is one POST with a JSON body, has one price, and answers in JSON. No sign-up;
          nothing is charged unless you get a result.
        </p>
        ${firstSteps(baseUrl, catalog)}
        <h2>How to pay</h2>
        <p class="soft">The same endpoints, whichever you choose.</p>
        ${paymentWarningsOf(config).map((warning) => html`<p class="notice">${warning}</p>`)}
        <ul class="cards">
          ${waysToPay(config).map(
            (way) =>
              html`<li>
                <b>${WAY_NAMES[way.kind]}<span>${priceOf(way)}</span></b>
                <p>${way.what}</p>
                <code>${way.header}</code>
              </li>`,
          )}
        </ul>
        <h2 id="catalog">Catalog</h2>
        <p class="soft">
          ${catalog.size} outcome${catalog.size === 1 ? '' : 's'}. The same as JSON:
          <a href="/api/v1/outcomes/meta">/api/v1/outcomes/meta</a>.
        </p>
        ${
          packs.size > 3
            ? [
                html`<ul class="chips">
                  ${[...packs.keys()].map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}
                </ul>`,
              ]
            : []
        }
        ${[...packs].map(([pack, entries]) => packTable(pack, entries, installation))}
        ${bundleTable(catalog, installation)}
      </main>
      <footer>
        <p>
          For machines: <a href="/openapi.json">OpenAPI 3.1</a>, <a href="/llms.txt">llms.txt</a>,
          <a href="/api/v1/outcomes/meta">catalog</a>, <a href="/api/v1/outcomes/featured">featured</a>. For people: the
          <a href="/docs">interactive API page</a>.
        </p>
      </footer>
    </div>`,
  })
}

function firstSteps(baseUrl: string, catalog: ReadonlyMap<string, CatalogEntry>): Html {
  const first = firstCall(baseUrl, catalog)
  if (first === null) return html``
  return html`<h2>Your first call</h2>
    <p class="soft">Two steps, no wallet.</p>
    <ol class="steps">
      <li>
        <p>Claim a trial key: ${TRIAL.cents} cents, ${TRIAL.hours} hours.</p>
        <pre><code>${first.claim}</code></pre>
      </li>
      <li>
        <p>Call ${first.slug} with it.</p>
        <pre><code>${first.call}</code></pre>
      </li>
    </ol>`
}

/** A prepaid key has a minimum amount, not a fixed price. */
const priceOf = ({ kind, price_cents: cents }: WayToPay) =>
  cents === null ? 'USDC' : `${kind === 'prepaid_key' ? 'from ' : ''}${dollars(cents)}`

const packTable = ({ name, purpose }: Pack, entries: readonly CatalogEntry[], installation: Installation) =>
  html`<h3 id="${name}">${name}</h3>
    <p class="soft">${purpose}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col" class="marks">Covered by</th>
          <th scope="col" class="price">Price</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map((entry) => outcomeRow(entry, isSoldHere(entry.outcome, installation)))}
      </tbody>
    </table>`

const outcomeRow = ({ outcome, pack, inGuards }: CatalogEntry, isSold: boolean) =>
  html`<tr>
    <th scope="row">
      <a href="/docs#/${pack.name}/call_${outcome.slug.replaceAll('-', '_')}">${outcome.title}</a>
      <code>${outcome.slug}</code><small>${outcome.description}</small>
    </th>
    <td class="marks">
      ${(isSold ? marksOf(outcome.cents, inGuards) : ['not for sale here']).map((mark) => html`<span class="tag">${mark}</span> `)}
    </td>
    <td class="price">
      ${!isSold ? '' : outcome.cents === 0 ? html`<b>free</b>` : html`<b>${dollars(outcome.cents)}</b>`}
    </td>
  </tr> `

function marksOf(cents: number, inGuards: boolean): string[] {
  if (cents === 0) return []
  return [...(cents <= TRIAL.maxPriceCents ? ['trial'] : []), inGuards ? 'day pass' : 'week pass']
}

function bundleTable(catalog: ReadonlyMap<string, CatalogEntry>, installation: Installation): Html[] {
  const sold = new Set(
    [...catalog.values()].flatMap(({ outcome }) => (isSoldHere(outcome, installation) ? [outcome.slug] : [])),
  )
  const ready = bundles.filter(({ slugs }) => slugs.every((slug) => sold.has(slug)))
  if (ready.length === 0) return []
  return [
    html`<h2>Bundles</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Bundle</th>
            <th scope="col" class="price">Price</th>
          </tr>
        </thead>
        <tbody>
          ${ready.map(
            (bundle) =>
              html`<tr>
                <th scope="row">
                  <a href="/docs#/bundles/call_bundles_${bundle.id.replaceAll('-', '_')}">${bundle.id}</a>
                  <code>POST ${bundlePath(bundle)}</code><small>${bundle.slugs.join(', ')}</small>
                </th>
                <td class="price"><b>${dollars(bundle.bundleCents)}</b></td>
              </tr> `,
          )}
        </tbody>
      </table>`,
  ]
}

const dollars = (cents: number) => (cents === 0 ? 'free' : `$${usdcString(microUsdcOf(cents))}`)
