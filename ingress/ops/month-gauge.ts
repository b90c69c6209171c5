import { Gauge, type Registry } from 'prom-client'

import { readMonths } from '#shared/db/months.ts'
import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

import type { IngressDeps } from '../deps.ts'

const LIMIT_MS = 1_000

/** The gauge of how far the partitions of each monthly table reach. Absent while the database does not answer. */
export function addMonthGauge(registry: Registry, { db }: Pick<IngressDeps, 'db'>): void {
  const read = singleFlight(() => readMonths(db.pg))
  const ahead = new Gauge({
    name: 'farebox_partitions_ahead_seconds',
    help: 'Until the last month of a table ends that has a partition. Whole service, the same on every ingress: aggregate with max, not sum.',
    labelNames: ['table'],
    registers: [],
    async collect() {
      const months = await withinLimit(LIMIT_MS, read())
      this.reset()
      for (const [table, until] of months ?? []) this.set({ table }, (until.getTime() - Date.now()) / 1_000)
    },
  })
  registry.registerMetric(ahead)
}
