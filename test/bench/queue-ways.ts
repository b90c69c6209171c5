import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { Redis } from 'ioredis'

import { audit } from '#shared/money/audit/audit.ts'

import { endAfter } from './end-after.ts'
import { startMachine } from './machine.ts'
import { type Cell, measureRow, median, warmUp } from './measure-row.ts'
import { databaseName, rowC, startOurs } from './rows.ts'

/**
 * `npm run bench -- queue-ways`: ways to set BullMQ and its Redis client, each as an ingress and a worker of its own on one
 * PostgreSQL and one Redis, in turn. Commands of Redis and CPU milliseconds a call by process, medians of ROUNDS (default 3) of
 * SECONDS (1.5) each. WAYS names some of them, comma-separated; the first row is always what is shipped.
 */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const SECONDS = Number(process.env['SECONDS'] ?? 1.5)
const WARM_SECONDS = 5
const CONNECTIONS = [64, 512]

const WAYS: Readonly<Record<string, object>> = {
  'as shipped': {},
  'commands of a turn in one write': { autoPipelining: true },
  '4 jobs at once': { jobsAtOnce: 4 },
  '16 jobs at once': { jobsAtOnce: 16 },
  '256 jobs at once': { jobsAtOnce: 256 },
  'a second at an empty queue': { drainDelay: 1 },
  'a minute at an empty queue': { drainDelay: 60 },
}

type Way = { name: string; ours: Awaited<ReturnType<typeof startOurs>>; row: Awaited<ReturnType<typeof rowC>> }
type Sample = Cell & { commands: number }

const machine = await startMachine()
endAfter(20, () => machine.stop())
const say = (line: string) => process.stdout.write(`${line}\n`)
const named = (process.env['WAYS'] ?? Object.keys(WAYS).join(',')).split(',').map((name) => name.trim())
const server = new Redis(machine.redisUrl)
const commandsOf = async () =>
  Number(/total_commands_processed:(\d+)/.exec(await server.info('stats'))?.[1] ?? Number.NaN)

try {
  const preload = pathToFileURL(join(import.meta.dirname, 'rows/queue-way.ts')).href
  const ways: Way[] = []
  for (const name of new Set(['as shipped', ...named])) {
    const way = WAYS[name]
    if (way === undefined) throw new Error(`there is no way called ${name}`)
    const more = { NODE_OPTIONS: `--import ${preload}`, QUEUE_WAY: JSON.stringify(way) }
    const ours = await startOurs(
      machine,
      await machine.database(databaseName()),
      ways.length + 2,
      { ingress: 'ingress/main.ts', worker: 'workers/main.ts' },
      more,
    )
    ways.push({ name, ours, row: await rowC(ours, 1) })
  }
  await warmUp(
    machine,
    ways.map(({ row }) => row),
    WARM_SECONDS,
  )
  const samples = new Map<string, Sample[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connections of CONNECTIONS) {
      for (const { name, row } of ways) {
        const before = await commandsOf()
        const cell = await measureRow(machine, row, connections, SECONDS)
        const key = `${name}@${connections}`
        const commands = ((await commandsOf()) - before) / cell.right
        samples.set(key, [...(samples.get(key) ?? []), { ...cell, commands }])
      }
    }
  }

  say(
    `${'way'.padEnd(34)}${['conn', 'commands', 'Redis', 'ingress', 'worker', 'PG', 'all', 'of first', 'calls/s', 'wrong'].map((head) => head.padStart(9)).join('')}`,
  )
  for (const connections of CONNECTIONS) {
    let first: number | undefined
    for (const { name } of ways) {
      const own = samples.get(`${name}@${connections}`) ?? []
      const of = (pick: (sample: Sample) => number) => median(own.map(pick))
      const all = of((cell) => cell.cpuMsPerCall + cell.postgresMsPerCall + cell.redisMsPerCall)
      first ??= all
      const cells = [
        String(connections),
        of((cell) => cell.commands).toFixed(2),
        of((cell) => cell.redisMsPerCall).toFixed(3),
        of((cell) => cell.cpuMs[0] ?? 0).toFixed(3),
        of((cell) => cell.cpuMs[1] ?? 0).toFixed(3),
        of((cell) => cell.postgresMsPerCall).toFixed(3),
        all.toFixed(3),
        (all / first).toFixed(2),
        of((cell) => cell.perSecond).toFixed(0),
        String(own.reduce((sum, { wrong }) => sum + wrong, 0)),
      ]
      say(`${name.padEnd(34)}${cells.map((cell) => cell.padStart(9)).join('')}`)
    }
  }
  for (const { name, ours } of ways) {
    const failing = (await audit(ours.db.pg)).filter(({ ok }) => !ok)
    if (failing.length > 0) {
      process.exitCode = 1
      say(`${name}: ledger audit RED: ${failing.map(({ id }) => id).join(', ')}`)
    }
    for (const started of [ours.ingress, ours.worker, ours.housekeeper]) await started.stop()
    await ours.db.close()
  }
} finally {
  server.disconnect()
  await machine.stop()
}
process.exit()
