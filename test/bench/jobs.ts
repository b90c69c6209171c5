import { setTimeout as pause } from 'node:timers/promises'

import { Pool } from 'undici'

import { fillJobs } from './fill-jobs.ts'
import { TAGS, VOCABULARY, wordAt } from './fill-listings.ts'
import { startMachine } from './machine.ts'
import { startProcess } from './processes.ts'
import { databaseName } from './rows.ts'

/**
 * `npm run bench -- jobs`: the feed over 100,000 open jobs, through HTTP, one request at a time: median and 99th
 * percentile of each filter (aim: p99 under 30 ms), the medians of three rounds. No page is asked for twice within its two
 * seconds, so each is read from the database. The first row asks for no page, and says how quiet the machine is; the last
 * is one page that everybody asks for. JOBS=n sets the size; QUICK=1 is a smoke test.
 */
const quick = process.env['QUICK'] === '1'
const JOBS = Number(process.env['JOBS'] ?? (quick ? 5_000 : 100_000))
const ROUNDS = quick ? 1 : 3
const ASKED = quick ? 20 : 100
const AIM_MS = 30

/** Offsets differ, so that no page is reused. */
const queries: Record<string, (nth: number) => string> = {
  newest: (nth) => `offset=${nth}`,
  'newest, 100 a page': (nth) => `limit=100&offset=${nth}`,
  'category, common': (nth) => `category=engineering&offset=${nth}`,
  'category, rare': (nth) => `category=other&offset=${nth}`,
  'job_kind, all': (nth) => `job_kind=standalone&offset=${nth}`,
  'job_kind, none': (nth) => `job_kind=listing&offset=${nth}`,
  'tag, common': (nth) => `tag=${TAGS[0]}&offset=${nth}`,
  'tag, rare': (nth) => `tag=${TAGS[7]}&offset=${nth}`,
  'tag, none': (nth) => `tag=none-${nth}`,
  'min_budget_cents, common': (nth) => `min_budget_cents=${1_000 + nth}`,
  'min_budget_cents, rare': (nth) => `min_budget_cents=${2_150_000 + nth}`,
  'min_budget_cents, none': (nth) => `min_budget_cents=${9_000_000 + nth}`,
  'category, tag, budget': (nth) => `category=design&tag=${TAGS[2]}&min_budget_cents=${100_000 + nth}`,
  'offset 10,000': (nth) => `offset=${10_000 - nth}`,
  'offset 10,000, category': (nth) => `category=engineering&offset=${10_000 - nth}`,
  'offset 10,000, tag': (nth) => `tag=${TAGS[0]}&offset=${10_000 - nth}`,
  'q, most common word': (nth) => `q=${wordAt(0)}&offset=${nth}`,
  'q, common word': (nth) => `q=${wordAt(20 + nth)}`,
  'q, middling word': (nth) => `q=${wordAt(300 + nth)}`,
  'q, rare word': (nth) => `q=${wordAt(VOCABULARY - 1 - nth)}`,
  'q, two words': (nth) => `q=${wordAt(nth % 30)}+${wordAt(100 + nth)}`,
  'q, two common words': (nth) => `q=${wordAt(nth % 15)}+${wordAt(15 + nth)}`,
  'q, without a word': (nth) => `q=${wordAt(0)}+-${wordAt(20 + nth)}`,
  'q, in a category': (nth) => `q=${wordAt(nth)}&category=design`,
  'q, with a tag': (nth) => `q=${wordAt(nth)}&tag=${TAGS[2]}`,
  'q, all filters': (nth) => `q=${wordAt(nth)}&category=design&tag=${TAGS[2]}&min_budget_cents=10000`,
  'q, offset 1,000': (nth) => `q=${wordAt(nth % 50)}&offset=${1_000 + nth}`,
  'q, nothing': (nth) => `q=qqqq${nth}qqqq`,
  'one page, reused': () => 'limit=50',
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const at = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const machine = await startMachine()
let stop: (() => Promise<void>) | undefined
try {
  const databaseUrl = await machine.database(databaseName())
  const began = performance.now()
  await fillJobs(databaseUrl, JOBS)
  say(`${JOBS.toLocaleString('en')} open jobs made in ${Math.round((performance.now() - began) / 1_000)} s`)
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${machine.redisUrl}/3`,
    SERVER_SECRET: 'bench-secret-bench-secret-bench-secret-01',
    LOG_LEVEL: 'warn',
    LIMITS: 'off',
  }
  const ingress = await startProcess('ingress/main.ts', [], env, { serves: 'http' })
  stop = ingress.stop
  const pool = new Pool(ingress.baseUrl, { connections: 1 })
  // The ingress makes its documents after its start, and every statement is read once.
  for (let nth = 0; nth < 100; nth += 1) {
    await (await pool.request({ method: 'GET', path: `/api/v1/jobs-feed?offset=${500 + nth}` })).body.dump()
    await pause(30)
  }
  say('query                              p50     p99   over the aim')
  const timed = async (path: (nth: number) => string) => {
    const times: number[] = []
    for (let nth = 0; nth < ASKED; nth += 1) {
      const from = performance.now()
      const answer = await pool.request({ method: 'GET', path: path(nth) })
      const body = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${path(nth)} answered ${answer.statusCode}: ${body}`)
      times.push(performance.now() - from)
    }
    const sorted = Float64Array.from(times).sort()
    return { p50: at(sorted, 0.5), p99: at(sorted, 0.99) }
  }
  const measured = new Map<string, { p50: number; p99: number }[]>()
  const paths: [string, (nth: number) => string][] = [
    ['(the machine: no database)', () => '/livez'],
    ...Object.entries(queries).map(([name, query]): [string, (nth: number) => string] => [
      name,
      (nth) => `/api/v1/jobs-feed?${query(nth)}`,
    ]),
  ]
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, path] of paths) measured.set(name, [...(measured.get(name) ?? []), await timed(path)])
  const rows: Record<string, { p50: number; p99: number }> = {}
  for (const [name, rounds] of measured) {
    const row = { p50: median(rounds.map(({ p50 }) => p50)), p99: median(rounds.map(({ p99 }) => p99)) }
    rows[name] = row
    const cells = [row.p50, row.p99].map((ms) => ms.toFixed(1).padStart(8)).join('')
    say(`${name.padEnd(30)} ${cells}   ${row.p99 > AIM_MS ? 'over' : ''}`)
  }
  await pool.close()
  say(JSON.stringify({ part: 'jobs', jobs: JOBS, queries: rows }))
} finally {
  await stop?.()
  await machine.stop()
}
