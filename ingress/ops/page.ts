import { createHash } from 'node:crypto'

import { POOLS, type Pool } from '#shared/calls/pools.ts'

import type { PoolSample } from '../deps.ts'
import { html, Html, type Part } from '../http/html.ts'
import type { MoneyTotals } from './money-totals.ts'
import type { JobCounts } from './queue-depths.ts'
import { sampleOf } from './sample-of.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; flex-wrap: wrap }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.1rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto }
th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid #8886; white-space: nowrap }
th:first-child, td:first-child { text-align: left }
.bad { color: #c22; font-weight: 600 } @media (prefers-color-scheme: dark) { .bad { color: #f77 } }
nav a { margin-right: 1rem } label { display: block; margin: 1rem 0 .3rem }
input, button { font: inherit; padding: .4rem .6rem } input { width: min(26rem, 100%); box-sizing: border-box }
small { opacity: .75 }
`

// Outside the page template, so that a formatter cannot change the hashed text.
const STYLE_TAG = new Html(`<style>${STYLE}</style>`)

/** Content policy: no scripts, no other origins, no frames. The one style sheet is allowed by its hash. */
export const PAGE_CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const page = (title: string, body: Html) =>
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
  page(
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
}

/** Renders the operator page: pools, workers, open calls, money, links to the board and metrics. */
export const overviewPage = (overview: Overview) =>
  page(
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
      </nav>
      ${overview.warnings.map((warning) => html`<p class="bad" role="alert">${warning}</p>`)}
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
      }`,
  )

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
