import { Gauge, type Registry } from 'prom-client'

import type { IngressDeps } from '../deps.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

const LIMIT_MS = 1_000
const SHARED = 'As this ingress last saw it: aggregate with max, not sum.'

/**
 * Gauges of what this ingress holds and sees, read on each scrape: database connections by state, and on each network
 * whether x402 payments are taken and what is left to pay fees with. Networks that are not configured are absent.
 */
export function addProcessGauges(registry: Registry, { db, paymentHealth }: Pick<IngressDeps, 'db' | 'paymentHealth'>) {
  const connections = new Gauge({
    name: 'farebox_database_connections',
    help: 'Database connections of this process, and statements that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, used] of Object.entries({
        pg: db.pg,
        relaxed: db.relaxed,
        lists: db.lists,
        replica: db.replica,
      })) {
        if (used === null) continue
        const { totalCount, idleCount, waitingCount } = used
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
  const read = async () => (await withinLimit(LIMIT_MS, Promise.resolve(paymentHealth())))?.networks ?? null
  const taken = new Gauge({
    name: 'farebox_payments_taken',
    help: `1 while x402 payments are taken on the network. ${SHARED}`,
    labelNames: ['network'],
    registers: [],
    async collect() {
      const networks = await read()
      this.reset()
      for (const [network, rail] of Object.entries(networks ?? {})) this.set({ network }, rail.taken ? 1 : 0)
    },
  })
  const balances = new Gauge({
    name: 'farebox_fee_balance',
    help: `What is left to pay network fees with, in wei or lamports. ${SHARED}`,
    labelNames: ['network', 'address'],
    registers: [],
    async collect() {
      const networks = await read()
      this.reset()
      for (const { address, wei } of networks?.base.settlement?.detail.gas ?? [])
        this.set({ network: 'base', address }, Number(wei))
      for (const { address, lamports } of networks?.solana.settlement?.detail.fees ?? [])
        this.set({ network: 'solana', address }, Number(lamports))
    },
  })
  for (const gauge of [connections, taken, balances]) registry.registerMetric(gauge)
}
