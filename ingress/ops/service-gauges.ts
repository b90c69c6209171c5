import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import { Counter, Gauge, Registry } from 'prom-client'

import { POOLS } from '#shared/calls/pools.ts'

import type { IngressDeps, PoolSample } from '../deps.ts'
import { workersOf } from './pool-warnings.ts'
import { addMonthGauge } from './month-gauge.ts'
import { addProcessGauges } from './process-gauges.ts'
import { addWaitingGauges } from './waiting-gauges.ts'
import { moneyTotals, type MoneyTotals } from './money-totals.ts'
import { queueDepths } from './queue-depths.ts'
import { sampleOf } from './sample-of.ts'
import type { StorageState } from '../http/storage-watch.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

const LIMIT_MS = 1_000
const SHARED = 'Whole service, the same on every ingress: aggregate with max, not sum.'

/**
 * Service-wide gauges, read on each scrape: queues, pools, money, storage. A source that does not answer within a
 * second is absent from that scrape; old values are never repeated.
 */
export function serviceGauges(
  deps: Pick<IngressDeps, 'queues' | 'pools' | 'db' | 'storage' | 'paymentHealth' | 'config'>,
): Registry {
  const registry = new Registry()
  const readDepths = queueDepths(deps.queues)
  const readPools = singleFlight(deps.pools)
  const readMoney = moneyTotals(deps.db)

  const poolGauge = (name: string, help: string, read: (sample: PoolSample) => number) =>
    new Gauge({
      name,
      help: `${help} ${SHARED}`,
      labelNames: ['pool'],
      registers: [],
      async collect() {
        const samples = await withinLimit(LIMIT_MS, readPools())
        this.reset()
        if (samples === null) return
        for (const pool of POOLS) this.set({ pool }, read(sampleOf(samples, pool)))
      },
    })
  // With a label the counter is absent, not 0, while the database is down.
  const moneyCounter = (name: string, help: string, read: (totals: MoneyTotals) => number) =>
    new Counter({
      name,
      help: `${help} As current as the last count of finished calls, about a minute. ${SHARED}`,
      labelNames: ['currency'],
      registers: [],
      async collect() {
        const totals = await readMoney()
        this.reset()
        if (totals !== null) this.inc({ currency: 'usdc' }, read(totals))
      },
    })
  const jobs = new Gauge({
    name: 'farebox_queue_jobs',
    help: `Jobs in the queue by pool and state. ${SHARED}`,
    labelNames: ['pool', 'state'],
    registers: [],
    async collect() {
      const depths = await readDepths()
      this.reset()
      for (const [pool, counts] of depths) {
        for (const [state, count] of Object.entries(counts)) this.set({ pool, state }, count)
      }
    },
  })

  registry.registerMetric(jobs)
  for (const gauge of storageGauges(deps.storage)) registry.registerMetric(gauge)
  for (const gauge of [
    poolGauge(
      'farebox_queue_oldest_wait_seconds',
      'Age of the oldest call that waits.',
      (pool) => pool.oldestWaitMs / 1_000,
    ),
    poolGauge('farebox_pool_open_calls', 'Calls held or running.', (pool) => pool.open),
    poolGauge('farebox_pool_workers', 'Live worker processes.', (pool) => pool.workers),
    poolGauge('farebox_pool_closed_workers', 'Worker processes that keep the pool closed.', (pool) =>
      workersOf(pool, 'closed'),
    ),
    poolGauge(
      'farebox_pool_unsandboxed_workers',
      'Worker processes that open foreign files without isolation.',
      (pool) => workersOf(pool, 'unsandboxed'),
    ),
    poolGauge('farebox_pool_slots', 'Calls the live workers can run at once.', (pool) => pool.slots),
  ]) {
    registry.registerMetric(gauge)
  }
  registry.registerMetric(
    moneyCounter('farebox_captured_cents_total', 'Cents captured.', (totals) => totals.capturedCents),
  )
  registry.registerMetric(
    moneyCounter('farebox_released_cents_total', 'Cents released.', (totals) => totals.releasedCents),
  )
  addProcessGauges(registry, deps)
  addWaitingGauges(registry, deps)
  addMonthGauge(registry, deps)
  return registry
}

/** Gauges of free storage, as this process last saw it. */
function storageGauges(storage: IngressDeps['storage']): Gauge[] {
  const volumeGauge = (name: string, help: string, read: (volume: StorageState['volumes'][string]) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['volume'],
      registers: [],
      collect() {
        this.reset()
        for (const [volume, state] of Object.entries(storage().volumes)) {
          const value = read(state)
          if (value !== null) this.set({ volume }, value)
        }
      },
    })
  return [
    volumeGauge('farebox_storage_free_bytes', 'Bytes that may still be stored.', ({ free_bytes }) => free_bytes),
    volumeGauge('farebox_storage_low', '1 while what stores is refused for want of room.', ({ low }) => (low ? 1 : 0)),
  ]
}
