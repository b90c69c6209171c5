import { POOLS } from '#shared/calls/pools.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { html, type Html } from '../../http/html.ts'
import type { Page, Visit } from '../page.ts'
import { dayBars, toneOf } from '../parts/day-bars.ts'
import { count, moment, packName, percent } from '../parts/words.ts'
import { type DayCount, type DayCounts, dayCounts, SHOWN_DAYS, sumOfDays } from './day-counts.ts'

/** /status: what works now, and 90 days of every pool and outcome from the ledger. */
export async function statusPage({ deps }: Visit): Promise<Page> {
  const [counts, health] = await Promise.all([dayCounts(deps.db, deps.now), deps.paymentHealth()])
  const pools = deps.lastPools()
  const payments = health.state
  const byPool = Map.groupBy(deps.forSale.values(), ({ outcome }) => outcome.pool)
  const closed = POOLS.filter((pool) => byPool.has(pool) && (pools?.get(pool)?.workers ?? 0) === 0)
  const isWell = pools !== null && closed.length === 0 && payments !== 'down'
  return {
    title: 'Status',
    description: 'What works now, and 90 days of every outcome, counted from the ledger.',
    nav: '/status',
    sameFor: 'all',
    content: html`<h1>${isWell ? 'Everything works' : 'Some of it does not work now'}</h1>
      <p class="lead">
        Bars show the calls of ${SHOWN_DAYS} days, as the ledger counted them. A call that was refused or failed cost
        nothing and counts as not answered.
      </p>
      <h2>Now</h2>
      <dl class="facts">
        ${POOLS.filter((pool) => byPool.has(pool)).map((pool) => fact(pool, pools === null ? 'unknown' : closed.includes(pool) ? 'no worker' : 'works'))}
        ${fact('payments (x402)', payments)}
      </dl>
      <p class="soft">Payments were looked at: ${moment(health.checked_at)}.</p>
      <h2>By pool</h2>
      ${[...byPool].map(([pool, entries]) => line(pool, daysOf(entries, counts), pool))}
      ${incidents([...byPool], counts)}
      <h2>By outcome</h2>
      ${[...Map.groupBy(deps.catalog.values(), ({ pack }) => pack)].map(
        ([pack, entries]) =>
          html`<details class="card">
            <summary>${packName(pack.name)} (${entries.length})</summary>
            ${entries.map(({ outcome }) => line(html`<a href="/o/${outcome.slug}">${outcome.title}</a>`, counts.bySlug.get(outcome.slug) ?? sumOfDays([]), outcome.title))}
          </details>`,
      )}`,
  }
}

const daysOf = (entries: readonly CatalogEntry[], { bySlug }: DayCounts) =>
  sumOfDays(entries.map(({ outcome }) => bySlug.get(outcome.slug) ?? []))

const fact = (name: string, state: string): Html =>
  html`<div>
    <dt>${name}</dt>
    <dd class="${state === 'works' || state === 'up' ? 'ok' : 'warn'}">${state}</dd>
  </div>`

function line(name: string | Html, days: readonly DayCount[], label: string): Html {
  const calls = days.reduce((sum, day) => sum + day.calls, 0)
  const succeeded = days.reduce((sum, day) => sum + day.succeeded, 0)
  return html`<h3>${name}</h3>
    ${dayBars(label, days)}
    <p class="row ends soft">
      <small>${count(calls)} calls in ${days.length} days</small>
      <small>${calls === 0 ? 'no calls yet' : html`${percent(succeeded / calls)} with a result`}</small>
    </p>`
}

/** Days on which most calls of a pool had no result. */
function incidents(byPool: readonly (readonly [string, readonly CatalogEntry[]])[], counts: DayCounts): Html {
  const bad = byPool.flatMap(([pool, entries]) =>
    daysOf(entries, counts).flatMap((day, nth) =>
      toneOf(day) === 'bad' ? [{ pool, day: counts.days[nth] ?? '', ...day }] : [],
    ),
  )
  return html`<h2>Incidents</h2>
    ${
      bad.length === 0
        ? html`<p class="soft">No day of the last ${SHOWN_DAYS} on which most calls of a pool had no result.</p>`
        : html`<div class="wide" tabindex="0">
            <table>
              <caption>
                Days on which most calls of a pool had no result
              </caption>
              <thead>
                <tr>
                  <th scope="col">Day (UTC)</th>
                  <th scope="col">Pool</th>
                  <th scope="col" class="num">Calls</th>
                  <th scope="col" class="num">With a result</th>
                </tr>
              </thead>
              <tbody>
                ${bad.toReversed().map(
                  ({ day, pool, calls, succeeded }) =>
                    html`<tr>
                      <th scope="row">${day}</th>
                      <td>${pool}</td>
                      <td class="num">${count(calls)}</td>
                      <td class="num">${count(succeeded)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
    }`
}
