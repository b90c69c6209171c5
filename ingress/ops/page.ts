import { createHash } from 'node:crypto'

import { POOLS, type Pool } from '#shared/calls/pools.ts'

import type { PoolSample } from '../deps.ts'
import { html, Html, type Part } from '../http/html.ts'
import type { MoneyTotals } from './money-totals.ts'
import type { OutcomeTrouble } from './outcome-trouble.ts'
import type { JobCounts } from './queue-depths.ts'
import { sampleOf } from './sample-of.ts'
import { searchForm } from './search-form.ts'

/** The look of the other pages, in short. */
const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf7; --card: #fff; --ink: #1b1c1e; --soft: #5a5e63; --line: #e3e0d8; --brand: #ab3f1b; --bad: #b3261e; font: 16px/1.5 system-ui, sans-serif }
@media (prefers-color-scheme: dark) { :root { --paper: #15171a; --card: #1c1f23; --ink: #eceae5; --soft: #a9aeb4; --line: #2e3238; --brand: #ff8a5c; --bad: #ff9189 } }
body { max-width: 67rem; margin: 0 auto; padding: 1rem; background: var(--paper); color: var(--ink); overflow-wrap: break-word }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; flex-wrap: wrap }
a { color: var(--brand) } h1 { font-size: 1.7rem; margin: .4rem 0 } h2 { font-size: 1.2rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
caption { text-align: left; color: var(--soft); padding: .5rem .6rem }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
th, td { padding: .4rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left } thead th { color: var(--soft); font-size: .85rem }
.bad { color: var(--bad); font-weight: 600 }
dl { display: grid; grid-template-columns: auto 1fr; gap: .2rem 1.2rem; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card) }
dt { color: var(--soft) } dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
nav a { margin-right: 1rem } label { display: block; margin: 1rem 0 .3rem } code { font-size: .875em }
input, button { font: inherit; padding: .4rem .7rem; border: 1px solid var(--soft); border-radius: 8px; background: var(--card); color: var(--ink) }
input { width: min(30rem, 100%); box-sizing: border-box } button { cursor: pointer }
small { color: var(--soft) } td form { display: inline }
`

// Outside the page template, so that a formatter cannot change the hashed text.
const STYLE_TAG = new Html(`<style>${STYLE}</style>`)

/** Content policy: no scripts, no other origins, no frames. The one style sheet is allowed by its hash. */
export const PAGE_CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** Renders a page of operators: the frame around its content. */
export const operatorFrame = (title: string, body: Html) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${STYLE_TAG}
      </head>
      <body>
        ${body}
      </body>
    </html> `.text

/** Renders the login form, with the problem of the last attempt. */
export const loginPage = (problem = '') =>
  operatorFrame(
    'Farebox operator login',
    html`<h1>Farebox operator</h1>
      <form method="post" action="/ops">
        <label for="token">Admin token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required autofocus />
        <button>Log in</button>
        ${problem === '' ? '' : html`<p class="bad" role="alert">${problem}</p>`}
      </form>`,
  )

/** Data of the operator page. A null or missing source is shown as not answering. */
export type Overview = {
  pools: ReadonlyMap<Pool, PoolSample> | null
  depths: ReadonlyMap<Pool, JobCounts>
  money: MoneyTotals | null
  queueKind: 'redis' | 'postgres'
  warnings: readonly string[]
  boardWrites: boolean
  trouble: OutcomeTrouble | null
}

/** Renders the operator page: pools, workers, open calls, money, links to the board and metrics. */
export const overviewPage = (overview: Overview) =>
  operatorFrame(
    'Farebox operator',
    html`<header>
        <h1>Farebox operator</h1>
        <form method="post" action="/ops/logout"><button>Log out</button></form>
      </header>
      <nav>
        <a href="/ops/queues">Queues${overview.boardWrites ? '' : ' (read-only)'}</a>
        <a href="/metrics">Metrics</a>
        <a href="/readyz">Readiness</a>
        <a href="/ops">Refresh</a>
        <a href="/ops/search">Search</a>
      </nav>
      ${searchForm()} ${overview.warnings.map((warning) => html`<p class="bad" role="alert">${warning}</p>`)}
      <h2>Pools</h2>
      ${overview.pools === null ? html`<p class="bad" role="alert">The database does not answer.</p>` : ''}
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th>Pool</th>
              <th>Workers</th>
              <th>Slots</th>
              <th>Open calls</th>
              <th>Oldest wait</th>
              <th>Mean run</th>
              <th>Jobs waiting</th>
              <th>Active</th>
              <th>Failed</th>
            </tr>
          </thead>
          <tbody>
            ${POOLS.map((pool) => poolRow(pool, overview))}
          </tbody>
        </table>
      </div>
      <p>
        <small
          >Calls are counted in the database, jobs in the queue
          (${overview.queueKind === 'redis' ? 'Redis' : 'PostgreSQL'}). One job may carry several calls, and a queue may
          lose jobs: the calls stay.</small
        >
      </p>
      <h2>Money</h2>
      ${
        overview.money === null
          ? html`<p class="bad">The totals do not answer.</p>`
          : html`<p>
              Captured ${dollars(overview.money.capturedCents)}, released ${dollars(overview.money.releasedCents)} since
              the first call.
            </p>`
      }
      ${outcomeSections(overview.trouble)}`,
  )

/** What is wrong with outcomes, with the forms that pause one and let it go on. */
function outcomeSections(trouble: OutcomeTrouble | null): Html {
  if (trouble === null)
    return html`<h2>Outcomes</h2>
      <p class="bad">The counts do not answer.</p>`
  const { paused, failing, codes } = trouble
  return html`<h2>Outcomes</h2>
    <div class="wide">
      <table>
        <caption>
          Calls without a result, today and yesterday (UTC)
        </caption>
        <thead>
          <tr>
            <th>Outcome</th>
            <th>Calls</th>
            <th>Without a result</th>
            <th>Pause</th>
          </tr>
        </thead>
        <tbody>
          ${failing.map(
            ({ slug, calls, failed }) =>
              html`<tr>
                <td>${slug}</td>
                <td>${calls}</td>
                <td>${failed}</td>
                <td>${pauseForm(slug, 60, 'for an hour')}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <form method="post" action="/ops/pause">
      <label for="slug">Pause an outcome: its calls are refused before any money moves</label>
      <input id="slug" name="slug" required /> <input type="hidden" name="minutes" value="60" />
      <button>Pause for an hour</button>
    </form>
    ${paused.length === 0 ? '' : html`<h3>Paused</h3>`}
    ${paused.map(({ slug, until }) => html`<p>${slug} until ${until} UTC ${pauseForm(slug, 0, 'no longer')}</p>`)}
    <h2>Errors of the last 15 minutes</h2>
    ${
      codes.length === 0
        ? html`<p>None.</p>`
        : html`<ul>
            ${codes.map(({ code, calls }) => html`<li><code>${code}</code> ${calls}</li>`)}
          </ul>`
    }`
}

const pauseForm = (slug: string, minutes: number, label: string): Html =>
  html`<form method="post" action="/ops/pause">
    <input type="hidden" name="slug" value="${slug}" /><input type="hidden" name="minutes" value="${minutes}" />
    <button aria-label="Pause ${slug} ${label}">${label}</button>
  </form>`

function poolRow(pool: Pool, { pools, depths }: Overview): Html {
  const { workers, slots, open, oldestWaitMs, runMs } = sampleOf(pools, pool)
  const jobs = depths.get(pool)
  const waiting = (jobs?.['waiting'] ?? 0) + (jobs?.['prioritized'] ?? 0) + (jobs?.['delayed'] ?? 0)
  const sampled = (value: Part) => (pools === null ? '?' : value)
  const counted = (value: Part) => (jobs === undefined ? '?' : value)
  return html`<tr>
    <td>${pool}</td>
    <td>${sampled(workers > 0 ? workers : bad('none'))}</td>
    <td>${sampled(slots)}</td>
    <td>${sampled(open)}</td>
    <td>${sampled(duration(oldestWaitMs))}</td>
    <td>${sampled(duration(runMs))}</td>
    <td>${counted(waiting)}</td>
    <td>${counted(jobs?.['active'] ?? 0)}</td>
    <td>${counted(bad(jobs?.['failed'] ?? 0))}</td>
  </tr> `
}

const bad = (value: string | number) => (value === 0 ? value : html`<span class="bad">${value}</span>`)
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const duration = (ms: number) => {
  if (ms === 0) return '–'
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
