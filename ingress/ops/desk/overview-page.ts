import { type Pool, POOLS } from '#shared/calls/pools.ts'
import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'
import { type Attention, readAttention } from '#shared/operators/reads/attention.ts'
import { recentCalls } from '#shared/operators/reads/recent-calls.ts'

import { html, type Html } from '../../http/html.ts'
import { moneyTotals } from '../money-totals.ts'
import { BOARD_PATH } from '../board.ts'
import { type JobCounts, queueDepths } from '../queue-depths.ts'
import { createReadiness } from '../readiness.ts'
import { actForm } from './act-form.ts'
import { callsSection } from './calls-section.ts'
import type { DeskDeps, ShowDeskPage } from './desk-page.ts'
import { outcomeTrouble } from './outcome-trouble.ts'
import { poolsTable } from './pools-table.ts'
import { dollars } from './rows-table.ts'
import { searchForm } from './search-form.ts'
import { troubleSection } from './trouble-section.ts'

const LIMIT_MS = 1_000
/** Counting an hour's calls may take longer than the other looks. */
const COUNT_LIMIT_MS = 3_000

/** /ops: what needs attention, the pools live, calls and money of the last hour, errors, payments, troubles. */
export function overviewPage(deps: DeskDeps): ShowDeskPage {
  const readDepths = queueDepths(deps.queues)
  const readMoney = moneyTotals(deps.db)
  const readTrouble = outcomeTrouble(deps.db)
  const readiness = createReadiness(deps)
  const readCalls = singleFlight(() => recentCalls(deps.db.lists, deps.now()))
  const readWaiting = singleFlight(() => readAttention(deps.db.pg))
  return async ({ operator }) => {
    const [pools, depths, money, trouble, calls, waiting, ready] = await Promise.all([
      withinLimit(LIMIT_MS, deps.pools()),
      readDepths(),
      readMoney(),
      readTrouble(),
      withinLimit(COUNT_LIMIT_MS, readCalls()),
      withinLimit(LIMIT_MS, readWaiting()),
      readiness(false),
    ])
    const { payments } = ready
    return {
      title: 'Overview',
      content: html`${searchForm()}
        <h2>What needs attention</h2>
        ${attention([...ready.problems, ...ready.warnings], waiting, depths)}
        <h2>Pools</h2>
        <div id="pools">${poolsTable({ pools, depths, queueKind: deps.queues.kind })}</div>
        <h2>Money</h2>
        ${
          money === null
            ? html`<p class="bad">The totals do not answer.</p>`
            : html`<p>
                Captured ${dollars(money.capturedCents)}, released ${dollars(money.releasedCents)} since the first call.
              </p>`
        }
        ${callsSection(calls)}
        <h2>Payments on chain</h2>
        <p>
          ${payments.state}${payments.facilitator === null ? '' : html`, settled by ${payments.facilitator === 'own' ? 'our settlement process' : 'an outside facilitator'}`}${
            payments.checked_at === null ? '' : html`, looked at ${payments.checked_at}`
          }.
        </p>
        ${troubleSection(operator, trouble)}
        <h2>Drain a pool</h2>
        <p>New calls of the pool are refused before any money moves; what waits and runs ends as it would.</p>
        <div class="forms">
          ${actForm(operator, 'pool drain', {
            id: 'drain',
            label: 'Drain',
            fields: [
              { name: 'pool', label: 'Pool', choices: POOLS },
              { name: 'minutes', label: 'Minutes', type: 'number', value: '60' },
            ],
          })}
          ${actForm(operator, 'pool resume', { id: 'resume', label: 'Take its calls again', fields: [{ name: 'pool', label: 'Pool', choices: POOLS }] })}
        </div>
        <p><a href="/metrics">Metrics</a> <a href="/readyz">Readiness</a></p>`,
    }
  }
}

const WAITING: readonly (readonly [keyof Attention, string, string])[] = [
  ['reported_listings', 'listings with open reports', '/ops/reports'],
  ['disputes_to_decide', 'disputes to decide', '/ops/disputes'],
  ['card_troubles', 'events and refunds by card that wait for you', '/ops/cards'],
  ['card_disputes', 'disputes by card that wait for evidence', '/ops/cards'],
  ['held_payouts', 'held payouts', '/ops/payouts'],
  ['refunds_due', 'refunds that sellers owe', '/ops/payouts'],
  ['payments_unsettled', 'payments that are being settled for more than ten minutes', '/ops/search'],
  ['actions_without_end', 'actions of operators without an end', '/ops/log'],
]

function attention(warnings: readonly string[], waiting: Attention | null, depths: ReadonlyMap<Pool, JobCounts>): Html {
  const failed = [...depths].filter(([, jobs]) => (jobs['failed'] ?? 0) > 0)
  const things = waiting === null ? [] : WAITING.filter(([name]) => waiting[name] > 0)
  return html`${warnings.map((warning) => html`<p class="bad" role="alert">${warning}</p>`)}
  ${waiting === null ? html`<p class="bad" role="alert">What waits for you could not be counted.</p>` : ''}
  ${things.map(([name, words, path]) => html`<p><a href="${path}">${waiting?.[name] ?? 0} ${words}</a></p>`)}
  ${failed.map(([pool, jobs]) => html`<p><a href="${BOARD_PATH}">${jobs['failed'] ?? 0} failed jobs of ${pool}</a>${pool === 'settlement-watch' ? ': tasks that run again and are forgotten an hour later' : ''}</p>`)}
  ${warnings.length === 0 && waiting !== null && things.length === 0 && failed.length === 0 ? html`<p>Nothing.</p>` : ''}`
}
