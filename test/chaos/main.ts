import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { Redis } from 'ioredis'
import { Client } from 'pg'

import { openDb } from '#shared/db/open-db.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { startSolana } from '../support/fakes/chains.ts'
import { progressOf } from '../support/progress.ts'
import { runClient, type Seen } from './client.ts'
import { openShops, runBuyer, type SeenSale, untilPaidOut, verifySales } from './market.ts'
import { type Kept, type Parts, startParts } from './parts.ts'
import { LET_THROUGH } from './plant.ts'
import { type Planned, planFaults } from './schedule.ts'
import { verify } from './verify.ts'

/**
 * `npm run chaos -- --seed N --seconds S`: calls, purchases, refunds and payouts on a local chain, on real processes that a
 * seeded schedule kills, pauses and restarts, then a comparison of the clients' own log with the database. Exit 1 and one line for each violation. How far it is
 * goes to stderr.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string', default: '300' },
    clients: { type: 'string', default: '32' },
    plant: { type: 'string' },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const seconds = Number(values.seconds)
const SECRET = 'chaos-secret-chaos-secret-chaos-secret-01'
const say = (line: string) => process.stdout.write(`${line}\n`)

const solana = await startSolana()
const treasuryWallet = await solana.wallet({ lamports: 10n ** 11n, microUsdc: 10n ** 12n })
const settings = {
  SERVER_SECRET: SECRET,
  LOG_LEVEL: process.env['CHAOS_LOG'] ?? 'silent',
  DRAIN_MS: '0',
  LIMITS: 'off',
  ...(values.plant === undefined ? {} : { CHAOS_PLANT: values.plant }),
}
const parts = await startParts(settings, {
  SOLANA_RPC_URL: solana.rpcUrl,
  SOLANA_TREASURY_KEY: treasuryWallet.secret_key,
  PAYOUT_DAILY_CENTS: '10000000',
  PAYOUT_MINIMUM_CENTS: '0',
  PAYOUT_AFTER_DAYS: '0',
})
const db = openDb(parts.databaseUrl, 4)
for (const statement of LET_THROUGH[values.plant ?? ''] ?? []) await db.pg.query(statement)
const mint = credentialMint(SECRET, 'test')
const keys = await Promise.all(Array.from({ length: 20 }, async () => (await grantKey(db.pg, mint, 10_000_000)).key))

const shops = await openShops(db, mint, solana, 4)

const faults = planFaults(seed, seconds)
say(
  `seed ${seed}, ${seconds} s, ${faults.length} faults; replay with: npm run chaos -- --seed ${seed} --seconds ${seconds}`,
)
await delay(4_000)

const down: { from: number; to: number }[] = []
const done = new Map<string, number>()
const log: Seen[] = []
const began = Date.now()
const until = began + seconds * 1_000
const clients = Array.from({ length: Number(values.clients) }, (_, number) =>
  runClient({
    addresses: () => parts.ingresses.map(({ port }) => `http://127.0.0.1:${port}`),
    keys,
    number,
    until,
    log,
  }),
)
const sales: SeenSale[] = []
const buyers = Array.from({ length: 4 }, (_, number) =>
  runBuyer({
    addresses: () => parts.ingresses.map(({ port }) => `http://127.0.0.1:${port}`),
    keys,
    shops,
    number,
    until,
    log: sales,
  }),
)
const progress = progressOf('chaos')
const countOf = (map: ReadonlyMap<string, number>) => [...map.values()].reduce((sum, times) => sum + times, 0)
const ticking = setInterval(() => {
  const past = Math.min(seconds, Math.round((Date.now() - began) / 1_000))
  progress(`${past} of ${seconds} s, ${log.length} calls, ${countOf(done)} of ${faults.length} faults`)
}, 1_000)
const pg = serial()
const redisLine = serial()
await Promise.all([...clients, ...buyers, ...faults.map((planned) => cause(parts, planned))])
await Promise.all([pg.idle(), redisLine.idle()])

say('the load is over; waiting until every call is final and every seller paid')
const patience = Date.now() + 60_000
while (Date.now() < patience) {
  const open = await db.pg.query(`select from call where finished_at is null`).then(
    ({ rowCount }) => rowCount,
    () => null,
  )
  if (open === 0) break
  await delay(250)
}
await untilPaidOut(db, 60_000)
// A connection without the product's statement limit: the comparison reads everything.
clearInterval(ticking)
const reader = new Client({ connectionString: parts.databaseUrl })
await reader.connect()
const wrong = [...(await verify(reader, log, down)), ...(await verifySales(reader, sales, { shops, solana }))]
await reader.end()
const { rows } = await db.pg.query<{ runs: string; again: string; by: string }>(
  `select sum(attempt) as runs, count(*) filter (where attempt > 1) as again, count(*) filter (where finished_at > accepted_at + interval '4 seconds') as by from call`,
)
const answers = log.flatMap((seen) => seen.answers)
say(
  `calls wanted ${log.length}, answered 200 ${log.filter((seen) => seen.answers.some(({ status }) => status === 200)).length}, given up ${log.filter((seen) => seen.gaveUp).length}; answers ${answers.length}, broken connections ${log.reduce((sum, seen) => sum + seen.broken, 0)}`,
)
const payouts = await db.pg.query<{ state: string; times: string }>(
  `select state, count(*) as times from payout group by 1`,
)
say(
  `purchases ${sales.filter(({ isBought }) => isBought).length}, refunded ${sales.filter(({ isRefunded }) => isRefunded).length}, given up ${sales.filter(({ gaveUp }) => gaveUp).length}; payouts ${payouts.rows.map(({ state, times }) => `${state} ${times}`).join(', ')}`,
)
say(`calls run more than once ${rows[0]?.again}, calls over 4 s ${rows[0]?.by}`)
say(`faults: ${[...done].map(([fault, times]) => `${fault} ${times}`).join(', ')}`)
say(wrong.length === 0 ? 'violations: 0' : `violations: ${wrong.length}\n${wrong.slice(0, 40).join('\n')}`)
await db.close()
await parts.stop()
await solana.stop()
process.exit(wrong.length === 0 ? 0 : 1)

async function cause(all: Parts, { atMs, fault, target, lastsMs }: Planned): Promise<void> {
  await delay(Math.max(0, began + atMs - Date.now()))
  const hit = (kept: Kept[]): Kept => {
    const chosen = kept[target % kept.length]
    if (chosen === undefined) throw new Error('there is nothing to hit')
    return chosen
  }
  const pause = async (kept: Kept) => {
    const child = kept.child()
    child.kill('SIGSTOP')
    await delay(lastsMs)
    child.kill('SIGCONT')
  }
  switch (fault) {
    case 'kill an ingress':
      hit(all.ingresses).child().kill('SIGKILL')
      break
    case 'pause an ingress':
      await pause(hit(all.ingresses))
      break
    case 'kill a worker':
      hit(all.workers).child().kill('SIGKILL')
      break
    case 'pause a worker':
      await pause(hit(all.workers))
      break
    case 'kill a sweeper':
      hit(all.sweepers).child().kill('SIGKILL')
      break
    case 'flush Redis':
      await redisLine.run(async () => {
        const redis = new Redis(all.redis.url, { maxRetriesPerRequest: 2 })
        redis.on('error', () => {})
        await redis.flushall().catch(() => {})
        redis.disconnect()
      })
      break
    case 'kill Redis':
      await redisLine.run(async () => {
        await all.redis.kill()
        await delay(lastsMs)
        await all.redis.restart()
      })
      break
    case 'pause Redis':
      await redisLine.run(() => all.redis.pause(lastsMs))
      break
    case 'kill PostgreSQL':
    case 'restart PostgreSQL':
      await pg.run(async () => {
        const from = Date.now()
        await all.restartPostgres(fault === 'kill PostgreSQL' ? 'SIGKILL' : 'SIGINT', lastsMs)
        down.push({ from, to: Date.now() + 3_000 })
      })
      break
  }
  done.set(fault, (done.get(fault) ?? 0) + 1)
}

/** Faults of one server come one after the other: it cannot be killed while it is being started. */
function serial() {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(work: () => Promise<unknown>): Promise<unknown> {
      last = last.then(work, work)
      return last
    },
    idle: () => last.catch(() => {}),
  }
}
