import { BUNDLE_PREFIX } from '#shared/catalog/bundle-outcome.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { installationOf } from '#shared/outcomes/availability.ts'
import { TRIAL } from '#shared/terms.ts'

import { plainSchema } from '../../call/challenge/plain-schema.ts'
import { entryFor } from '../../call/find.ts'
import type { IngressDeps } from '../../deps.ts'
import { callCommand } from '../../discovery/first-call.ts'
import { programsFor } from '../../discovery/texts/program-texts.ts'
import { schemaRows } from '../../discovery/texts/schema-rows.ts'
import { type Html, html } from '../../http/html.ts'
import type { Page, Visit } from '../page.ts'
import { jsonTree } from '../parts/json-tree.ts'
import { fieldsOf, schemaFields } from '../parts/schema-fields.ts'
import { count, duration, packName, percent, priceOf } from '../parts/words.ts'
import { dayCounts } from '../status/day-counts.ts'
import { answerBox } from './answer-box.ts'
import { FEW_CALLS, whyNotNow } from './outcome-card.ts'
import { payChoice } from './pay-choice.ts'

/** The outcome or bundle that the path of a page names. Throws 404 with the nearest one. */
export const entryOfPage = ({ params, deps }: Visit): CatalogEntry =>
  entryFor(deps.forSale, params['slug'] ?? BUNDLE_PREFIX + (params['bundle'] ?? ''))

/** /o/{slug}: what an outcome does, a form to run it, snippets, what an unpaid call is told, how it did lately. */
export const outcomePage = (visit: Visit): Promise<Page> => outcomePageWith(visit, answerBox(null))

/** The page of an outcome with an answer beside its form. `sent` are the fields of the form, to show them again. */
export async function outcomePageWith(
  visit: Visit,
  answer: Html,
  sent: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const { deps } = visit
  const entry = entryOfPage(visit)
  const { outcome, pack, publicPath } = entry
  const whyNot = whyNotNow(entry, { installation: installationOf(deps.config), pools: deps.lastPools() })
  const fields = fieldsOf(plainSchema(outcome.input, 'input'))
  return {
    title: outcome.title,
    description: outcome.description,
    image: `/og/o/${outcome.slug}.png`,
    nav: '/',
    scripts: ['chart'],
    sameFor: 'strangers',
    content: html`<p class="soft"><a href="/">Catalog</a> › <a href="/?pack=${pack.name}">${packName(pack.name)}</a></p>
      <h1>${outcome.title}</h1>
      <p class="lead">${outcome.description}</p>
      ${facts(visit, entry)}
      ${whyNot === null ? '' : html`<p class="notice wrong">${whyNot} A call is refused and costs nothing.</p>`}
      <div class="split">
        <section aria-labelledby="try">
          <h2 id="try">Try it</h2>
          <form
            id="run"
            method="post"
            action="/o/${outcome.slug}"
            hx-post="/o/${outcome.slug}"
            hx-target="#answer"
            hx-swap="outerHTML"
            hx-disabled-elt="find button"
          >
            ${visit.token()}${schemaFields(fields, outcome.example.input, sent)}
            ${fields.length === 0 ? html`<p class="soft">It takes no input.</p>` : ''}
            ${payChoice(visit, outcome.cents)}
            <p class="row">
              <button>Run${outcome.cents === 0 ? '' : ` for ${priceOf(outcome.cents)}`}</button>
              <small>A failure costs nothing.</small>
            </p>
          </form>
        </section>
        ${answer}
      </div>
      ${await unchanging(visit, entry)} ${await reliability(visit, outcome.slug)}
      <h2>Limits</h2>
      <dl class="pairs">
        <dt>Body</dt>
        <dd>at most ${count(outcome.maxBodyBytes)} bytes of JSON</dd>
        <dt>Time</dt>
        <dd>
          at most ${outcome.timeoutMs / 1_000} s; a call that takes longer than you wait goes on and is read later
        </dd>
        <dt>Pool</dt>
        <dd>${outcome.pool}</dd>
        <dt>x402 settles</dt>
        <dd>${outcome.settle} the run</dd>
        ${
          outcome.secrets.length === 0
            ? ''
            : html`<dt>Secrets</dt>
                <dd>${outcome.secrets.join(', ')}: encrypted while the call is open, then deleted</dd>`
        }
      </dl>
      ${related(visit, entry)}
      <p class="soft">
        The same for machines: <a href="${publicPath}">JSON</a>, <a href="${publicPath}/openapi.json">OpenAPI</a>,
        <a href="${publicPath}.md">Markdown</a>, <a href="/api/v1/outcomes/pay-probe/${outcome.slug}">pay-probe</a>.
      </p>`,
  }
}

const kept = new WeakMap<IngressDeps, Map<string, Promise<Html>>>()

/** What a page says of an outcome until the process ends: snippets, result, challenge. Written once, because it takes milliseconds. */
function unchanging(visit: Visit, entry: CatalogEntry): Promise<Html> {
  const { deps } = visit
  const { slug, cents } = entry.outcome
  const all = kept.get(deps) ?? new Map<string, Promise<Html>>()
  kept.set(deps, all)
  const write = async () =>
    html`<h2>Call it from a program</h2>
      ${await snippets(entry, deps.config.publicBaseUrl)} ${resultTable(entry)}
      ${cents === 0 ? '' : await challenge(visit, slug)}`
  const made = all.get(slug) ?? write()
  all.set(slug, made)
  // A refusal, of a visitor over the limit, is not kept.
  made.catch(() => all.delete(slug))
  return made
}

function facts({ deps }: Visit, { outcome, inGuards }: CatalogEntry): Html {
  const seen = deps.reliability().get(outcome.slug)
  const isRated = seen !== undefined && seen.calls >= FEW_CALLS
  const ways = [
    ...(outcome.cents > 0 && outcome.cents <= TRIAL.maxPriceCents ? ['trial'] : []),
    ...(outcome.cents === 0 ? ['nobody: it is free'] : ['key', inGuards ? 'any pass' : 'week or month pass', 'USDC']),
  ]
  return html`<dl class="facts">
    <div>
      <dt>Price of a call</dt>
      <dd class="price">${priceOf(outcome.cents)}</dd>
    </div>
    <div>
      <dt>Typical time</dt>
      <dd>${isRated ? duration(seen.p50_ms) : 'not rated yet'}</dd>
    </div>
    <div>
      <dt>With a result, 30 days</dt>
      <dd>${isRated ? percent(seen.success_rate_30d) : 'not rated yet'}</dd>
    </div>
    <div>
      <dt>Paid by</dt>
      <dd><small>${ways.join(', ')}</small></dd>
    </div>
  </dl>`
}

async function snippets(entry: CatalogEntry, baseUrl: string): Promise<Html> {
  const programs = await programsFor(entry, baseUrl)
  const config = JSON.stringify(
    { mcpServers: { farebox: { type: 'http', url: `${baseUrl}/mcp`, headers: { 'X-Service-Key': 'YOUR KEY' } } } },
    null,
    2,
  )
  const shown = [
    { name: 'curl', about: 'a service key in $KEY', text: callCommand(baseUrl, entry) },
    { name: 'MCP', about: 'then ask for this outcome by name', text: config },
    ...programs,
  ]
  return html`${shown.map(
    ({ name, about, text }, nth) =>
      html`<details class="card" name="snippet" ${nth === 0 ? html`open` : html``}>
        <summary>${name} <small>${about}</small></summary>
        <pre data-copy tabindex="0"><code>${text.trim()}</code></pre>
      </details>`,
  )}`
}

function resultTable({ outcome }: CatalogEntry): Html {
  const rows = schemaRows(plainSchema(outcome.output, 'output'))
  return html`<h2>What it answers</h2>
    <div class="split">
      <div>
        ${
          rows.length === 0
            ? html`<p class="soft">See the sample.</p>`
            : html`<div class="wide" tabindex="0">
                <table>
                  <caption>
                    Fields of
                    <code>result</code>
                  </caption>
                  <thead>
                    <tr>
                      <th scope="col">Field</th>
                      <th scope="col">Type</th>
                      <th scope="col">What</th>
                    </tr>
                  </thead>
                  <tbody>
                    ${rows.slice(0, 60).map(
                      (row) =>
                        html`<tr>
                          <th scope="row"><code>${row.name}</code></th>
                          <td><small>${row.type}</small></td>
                          <td><small>${row.about}</small></td>
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>`
        }
      </div>
      <div class="card"><b>A sample</b>${jsonTree(outcome.example.output)}</div>
    </div>`
}

type Probe = { payment_required: unknown; unpaid_status: number }

async function challenge(visit: Visit, slug: string): Promise<Html> {
  const bundle = visit.params['bundle']
  const { payment_required: asked, unpaid_status: status } = await visit.ask<Probe>(
    'GET',
    bundle === undefined ? '/api/v1/outcomes/pay-probe/:slug' : '/api/v1/outcomes/pay-probe/bundles/:bundle',
    { params: bundle === undefined ? { slug } : { bundle } },
  )
  return html`<details class="card">
    <summary>What an unpaid call is told <small>status ${status}, the header PAYMENT-REQUIRED decoded</small></summary>
    ${asked === null ? html`<p class="soft">Nothing: payments are off here.</p>` : jsonTree(asked)}
  </details>`
}

async function reliability({ deps }: Visit, slug: string): Promise<Html> {
  const { days, bySlug } = await dayCounts(deps.db, deps.now)
  const own = bySlug.get(slug)?.slice(-30)
  if (own === undefined || own.every(({ calls }) => calls === 0)) {
    return html`<h2>Reliability</h2>
      <p class="soft">No calls in the last 30 days.</p>`
  }
  return html`<h2>Reliability</h2>
    <p class="soft">Calls of the last 30 days, and how many had a result; counted from the ledger.</p>
    <details>
      <summary>The same as a table</summary>
      <div class="wide" tabindex="0">
        <table data-chart>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col" class="num">Calls</th>
              <th scope="col" class="num">With a result</th>
            </tr>
          </thead>
          <tbody>
            ${own.map(
              ({ calls, succeeded }, nth) =>
                html`<tr>
                  <th scope="row">${days.at(nth - 30) ?? ''}</th>
                  <td class="num">${calls}</td>
                  <td class="num">${succeeded}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`
}

function related({ deps }: Visit, { outcome, pack, members }: CatalogEntry): Html {
  const near =
    members ?? [...deps.catalog.values()].filter((other) => other.pack === pack && other.outcome.slug !== outcome.slug)
  return html`<h2>${members === undefined ? 'Related' : 'What is in it'}</h2>
    <ul class="chips">
      ${near.slice(0, 14).map((other) => html`<li><a href="/o/${other.outcome.slug}">${other.outcome.title}</a></li>`)}
    </ul>`
}
