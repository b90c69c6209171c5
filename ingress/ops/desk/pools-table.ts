import { drainName } from '#shared/calls/pause-outcome.ts'
import { POOLS, type Pool } from '#shared/calls/pools.ts'

import type { PoolSample } from '../../deps.ts'
import { type Html, html, type Part } from '../../http/html.ts'
import type { JobCounts } from '../queue-depths.ts'
import { sampleOf } from '../sample-of.ts'

/** What is known of the pools. A null or missing source is shown as not answering. */
export type PoolFacts = {
  pools: ReadonlyMap<Pool, PoolSample> | null
  depths: ReadonlyMap<Pool, JobCounts>
  queueKind: 'redis' | 'postgres'
}

/** The pools: workers, slots, what runs and what waits. */
export const poolsTable = (facts: PoolFacts): Html =>
  html`${facts.pools === null ? html`<p class="bad" role="alert">The database does not answer.</p>` : ''}
    <div class="wide" tabindex="0" role="region" aria-label="Pools">
      <table>
        <thead>
          <tr>
            ${HEADS.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${POOLS.map((pool) => poolRow(pool, facts))}
        </tbody>
      </table>
    </div>
    <p>
      <small
        >Calls are counted in the database, jobs in the queue (${facts.queueKind === 'redis' ? 'Redis' : 'PostgreSQL'}).
        One job may carry several calls, and a queue may lose jobs: the calls stay.</small
      >
    </p>`

const HEADS = ['Pool', 'Workers', 'Slots', 'Open calls', 'Oldest wait', 'Mean run', 'Jobs waiting', 'Active', 'Failed']

function poolRow(pool: Pool, { pools, depths }: PoolFacts): Html {
  const { workers, slots, open, oldestWaitMs, runMs, paused } = sampleOf(pools, pool)
  const jobs = depths.get(pool)
  const waiting = (jobs?.['waiting'] ?? 0) + (jobs?.['prioritized'] ?? 0) + (jobs?.['delayed'] ?? 0)
  const sampled = (value: Part) => (pools === null ? '?' : value)
  const counted = (value: Part) => (jobs === undefined ? '?' : value)
  return html`<tr>
    <td>${pool}${paused.has(drainName(pool)) ? ' (drained)' : ''}</td>
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
const duration = (ms: number) => {
  if (ms === 0) return '–'
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
