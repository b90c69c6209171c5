import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { openDb } from '#shared/db/open-db.ts'
import { DELIVER_ENVIRONMENT, DELIVER_FLAGS, flagsOf, NODE_ENVIRONMENT } from '#shared/process/node-flags.ts'

import { startMachine } from './machine.ts'
import { cpuMs, startProcess, treeCpuMs } from './processes.ts'

/**
 * Deliveries to healthy receivers: ten webhooks, a receiver in a process of its own, and first one worker of router-workflow,
 * then one process of `npm run deliver`. Prints one JSON line for each: deliveries a second from the moment the events are
 * written, CPU milliseconds of the process and of PostgreSQL for each, and the memory that the process took before them and at
 * most. The aim is 1,000 a second in 150 MB.
 */
const WEBHOOKS = 10
const EVENTS_EACH = 2_000

const KINDS = [
  {
    kind: 'worker',
    file: 'workers/main.ts',
    args: ['router-workflow'],
    flags: flagsOf('workers/main.ts'),
    environment: NODE_ENVIRONMENT,
  },
  { kind: 'deliver', file: 'workers/deliver.ts', args: [], flags: DELIVER_FLAGS, environment: DELIVER_ENVIRONMENT },
] as const

if (process.send === undefined) for (const one of KINDS) await measure(one)
else serve(process.send.bind(process))

function serve(tell: (message: unknown) => void): void {
  const server = createServer((asked, answer) => {
    asked.resume()
    asked.on('end', () => answer.end())
  })
  // Safe: a TCP server that listens has a port.
  server.listen(0, '127.0.0.1', () => tell((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit(0))
}

async function measure({ kind, file, args, flags, environment }: (typeof KINDS)[number]): Promise<void> {
  const child = fork(new URL(import.meta.url))
  const [port] = await once(child, 'message')
  const machine = await startMachine()
  try {
    const url = await machine.database('deliveries')
    const { pg, close } = openDb(url, 2)
    const settings = {
      DATABASE_URL: url,
      REDIS_URL: `${machine.redisUrl}/0`,
      SERVER_SECRET: 'bench-secret-bench-secret-bench-secret-01',
      LOG_LEVEL: 'info',
      ...environment,
      EGRESS_ALLOW: `hooks.test:${port}=127.0.0.1`,
    }
    const worker = await startProcess(file, [...args], settings, { flags })
    for (let nth = 0; nth < WEBHOOKS; nth += 1)
      await pg.query(`insert into webhook (id, stream, url) values ($1, $2, $3)`, [
        randomUUID(),
        `key:${nth}`,
        `http://hooks.test:${port}/${nth}`,
      ])
    const memoryMb = (what: 'VmHWM' | 'VmRSS') => {
      const status = readFileSync(`/proc/${worker.pid}/status`, 'utf8')
      return Math.round(Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1_024)
    }
    const idleMb = memoryMb('VmRSS')
    // A first round warms connections and code.
    await round(200)
    const used = { worker: cpuMs(worker.pid), postgres: treeCpuMs(machine.pids.postgres) }
    const ms = await round(EVENTS_EACH)
    const sent = WEBHOOKS * EVENTS_EACH
    console.log(
      JSON.stringify({
        kind,
        deliveriesPerSecond: Math.round((sent / ms) * 1_000),
        workerCpuMs: Number(((cpuMs(worker.pid) - used.worker) / sent).toFixed(3)),
        postgresCpuMs: Number(((treeCpuMs(machine.pids.postgres) - used.postgres) / sent).toFixed(3)),
        workerIdleMb: idleMb,
        workerPeakMb: memoryMb('VmHWM'),
      }),
    )
    await worker.stop()
    await close()

    async function round(eventsEach: number): Promise<number> {
      const began = performance.now()
      await pg.query(
        `insert into event (stream, type, data) select 'key:' || w, 'call.completed', jsonb_build_object('call_id', n, 'slug', 'json-repair')
         from generate_series(0, $1 - 1) w, generate_series(1, $2) n`,
        [WEBHOOKS, eventsEach],
      )
      const left = `select (select count(*) from event where position is null) + (select count(*) from webhook_delivery where state = 'pending') as n`
      while (Number((await pg.query<{ n: string }>(left)).rows[0]?.n) > 0) await pause(100)
      return performance.now() - began
    }
  } finally {
    child.disconnect()
    await machine.stop()
  }
}
