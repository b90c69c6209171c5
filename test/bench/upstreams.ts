import { Agent } from 'undici'

import { parseConfig } from '#shared/config.ts'
import { openDb } from '#shared/db/open-db.ts'
import { createLog } from '#shared/log.ts'
import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { openUpstreams } from '#workers/upstreams/open-upstreams.ts'

import { scenarios, startUpstreamFixtures } from '../support/files/upstream-fixtures.ts'
import { testEnv } from '../support/world/world.ts'
import { startMachine } from './machine.ts'

/**
 * What the upstream base adds, in milliseconds: a cached answer from memory and from PostgreSQL (aim: under 3), and an
 * answer that is fetched, against bare undici asking the same server the same number of times.
 * `node test/bench/upstreams.ts` prints one line of JSON.
 */
const ANSWER = { type: 'standard', title: 'Thing', extract: 'word '.repeat(800) }
const AT_ONCE = 40
const machine = await startMachine()
const fixtures = await startUpstreamFixtures()
const databaseUrl = await machine.database('upstreams')
const db = openDb(databaseUrl, 10)
fixtures.on('/wikipedia/en/*', scenarios.ok(ANSWER))

const door = (memoryMb: number) => {
  const env = { ...fixtures.env('wikipedia'), UPSTREAM_MEMORY_MB: String(memoryMb) }
  return openUpstreams({ config: parseConfig(testEnv(databaseUrl, undefined, env)), db, log: createLog('silent') })
}
const question = (title: string): UpstreamQuestion<unknown> => ({
  upstream: 'wikipedia',
  path: '/{title}',
  fill: { lang: 'en', title },
  ttlS: 3_600,
  read: (reply) => reply.json(),
})
const asker = (memoryMb: number) => {
  const { ask } = door(memoryMb)
  return (title: string) => ask(question(title), { signal: AbortSignal.timeout(60_000) })
}

/** Milliseconds of each of so many runs, `atOnce` at a time. */
async function times(count: number, atOnce: number, run: (index: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const began = performance.now()
      await run(next++)
      all.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return all.toSorted((one, other) => one - other)
}
const summary = (sorted: number[]) => ({ p50: at(sorted, 0.5), p99: at(sorted, 0.99) })
const at = (sorted: number[], share: number) =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 1_000) / 1_000

const pool = new Agent({ connections: 16, pipelining: 1, allowH2: false })
const bare = async (title: string) => {
  const { body } = await pool.request({ origin: fixtures.url, path: `/wikipedia/en/${title}`, method: 'GET' })
  return body.json()
}

const near = asker(16)
const far = asker(0)
const titles = Array.from({ length: 200 }, (_, index) => `Cached_${index}`)
const titleOf = (index: number) => titles[index % titles.length] ?? ''
// The pace is the upstream's, not what is measured here.
const free = () => db.pg.query('truncate upstream_pace')
for (const title of titles) {
  await near(title)
  await free()
}
await times(500, 1, (index) => near(titleOf(index)))
await times(500, 1, (index) => far(titleOf(index)))

const memory = await times(2_000, 1, (index) => near(titleOf(index)))
const postgres = await times(2_000, 1, (index) => far(titleOf(index)))
const memoryBusy = await times(8_000, AT_ONCE, (index) => near(titleOf(index)))
const postgresBusy = await times(8_000, AT_ONCE, (index) => far(titleOf(index)))
// In turn, a few at a time, so that both meet the same machine.
const fetched: number[] = []
const direct: number[] = []
for (let round = 0; round < 40; round += 1) {
  await free()
  direct.push(...(await times(20, 1, (index) => bare(`Direct_${round}_${index}`))))
  fetched.push(...(await times(20, 1, (index) => near(`Fetched_${round}_${index}`))))
}
const byTime = (all: number[]) => summary(all.toSorted((one, other) => one - other))

process.stdout.write(
  `${JSON.stringify({
    bench: 'upstreams',
    answer_bytes: JSON.stringify(ANSWER).length,
    cached_in_memory_ms: summary(memory),
    cached_in_postgres_ms: summary(postgres),
    [`cached_in_memory_ms_${AT_ONCE}_at_once`]: summary(memoryBusy),
    [`cached_in_postgres_ms_${AT_ONCE}_at_once`]: summary(postgresBusy),
    fetched_ms: byTime(fetched),
    bare_undici_ms: byTime(direct),
    cached_under_3_ms: at(postgres, 0.99) < 3,
  })}\n`,
)
await fixtures.close()
await db.close()
await machine.stop()
process.exit()
