import { Gauge, type Registry } from 'prom-client'

import type { IngressDeps } from '../deps.ts'
import { readWaitingWork, type WaitingWork, WAITING } from './waiting-work.ts'

const SHARED = 'Whole service, the same on every ingress: aggregate with max, not sum.'

/** Gauges of what waits in the database beside calls: events of cards, mail, payouts, webhooks; and trials granted today. */
export function addWaitingGauges(registry: Registry, { db, config }: Pick<IngressDeps, 'db' | 'config'>): void {
  const read = readWaitingWork(db)
  const gauge = (name: string, help: string, valueOf: (work: WaitingWork, what: (typeof WAITING)[number]) => number) =>
    new Gauge({
      name,
      help: `${help} ${SHARED}`,
      labelNames: ['what'],
      registers: [registry],
      async collect() {
        const work = await read()
        this.reset()
        if (work !== null) for (const what of WAITING) this.set({ what }, valueOf(work, what))
      },
    })
  gauge('farebox_waiting', 'What is due or waits for an operator.', (work, what) => work.waiting[what].count)
  gauge(
    'farebox_waiting_oldest_seconds',
    'How long the oldest of them has waited.',
    (work, what) => work.waiting[what].oldestSeconds,
  )
  const trials = new Gauge({
    name: 'farebox_trial_grants',
    help: `Trials granted in this UTC day (\`today\`), and how many a day may be (\`limit\`). ${SHARED}`,
    labelNames: ['what'],
    registers: [],
    async collect() {
      const work = await read()
      this.reset()
      if (work === null) return
      this.set({ what: 'today' }, work.trialsToday)
      this.set({ what: 'limit' }, config.TRIAL_GRANTS_PER_DAY)
    },
  })
  registry.registerMetric(trials)
}
