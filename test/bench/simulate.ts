import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { planFor, readFigures } from './scale-plan.ts'
import { type Costs, simulate } from './simulation.ts'

/**
 * How far the paid call goes past one machine, simulated from what was measured on one: each ingress and each worker has
 * a core of its own, PostgreSQL as many as said, Redis one. Prints a table and one JSON line.
 */
const COSTS: Costs = {
  // CPU of the bench's row c at 512 connections, in milliseconds a call.
  ingressMs: 0.1,
  workerMs: 0.035,
  redisMs: 0.02,
  // PostgreSQL's CPU for a statement and for each of its calls, from batches of 1, 8 and 32.
  accept: { fixedMs: 0.3, rowMs: 0.03 },
  start: { fixedMs: 0.12, rowMs: 0.016 },
  finish: { fixedMs: 0.25, rowMs: 0.035 },
  // A commit that waits for the disk.
  commitMs: 0.15,
}

const MACHINES = [
  { ingresses: 1, workers: 1, postgresCores: 1, accounts: 1_000 },
  { ingresses: 2, workers: 1, postgresCores: 2, accounts: 1_000 },
  { ingresses: 4, workers: 2, postgresCores: 4, accounts: 10_000 },
  { ingresses: 8, workers: 4, postgresCores: 8, accounts: 100_000 },
  { ingresses: 16, workers: 8, postgresCores: 16, accounts: 100_000 },
  { ingresses: 8, workers: 4, postgresCores: 8, accounts: 100 },
  { ingresses: 8, workers: 4, postgresCores: 8, accounts: 1 },
] as const

process.stdout.write('ingresses  workers  PG cores  accounts   calls/s   p50 ms   ingress  workers  PG  Redis\n')
const rows = MACHINES.map((machine) => {
  const row = { ...machine, ...simulate(COSTS, { ...machine, clients: machine.ingresses * 256, seconds: 2 }) }
  process.stdout.write(
    `${String(row.ingresses).padStart(9)} ${String(row.workers).padStart(8)} ${String(row.postgresCores).padStart(9)} ${String(row.accounts).padStart(9)} ${row.perSecond.toFixed(0).padStart(9)} ${row.p50Ms.toFixed(1).padStart(8)}   ${Object.values(
      row.load,
    )
      .map((share) => `${Math.round(share * 100)} %`)
      .join('   ')}\n`,
  )
  return row
})

// What docs/scaling.md plans for so many calls a second, with the share of one shard, and callers who wait 50 ms each.
const figures = readFigures(readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8'))
process.stdout.write('\nplanned for  of a shard  reached   p50 ms   ingress  workers  PG  Redis (of one slot)\n')
const planned = [1_000, 10_000, 100_000].map((perSecond) => {
  const plan = planFor(perSecond, figures)
  const share = (whole: number) => Math.ceil(whole / plan.shards)
  const wanted = perSecond / plan.shards
  const setting = {
    ingresses: share(plan.ingresses),
    workers: share(plan.workers),
    postgresCores: share(plan.postgresCores),
  }
  const costs = { ...COSTS, redisMs: COSTS.redisMs / share(plan.slots) }
  const got = simulate(costs, { ...setting, accounts: 100_000, clients: Math.ceil(wanted * 0.05), seconds: 2 })
  const loads = Object.values(got.load).map((part) => `${Math.round(part * 100)} %`)
  process.stdout.write(
    `${String(perSecond).padStart(11)} ${String(wanted).padStart(11)} ${got.perSecond.toFixed(0).padStart(8)} ${got.p50Ms.toFixed(1).padStart(8)}   ${loads.join('   ')}\n`,
  )
  return { plannedFor: perSecond, wanted, ...setting, ...got }
})
process.stdout.write(`${JSON.stringify({ simulated: rows, planned })}\n`)
