import { Pool } from 'undici'

import { openDb } from '#shared/db/open-db.ts'
import { SORTS } from '#shared/market/listings/listing-options.rules.ts'

import { bidders } from './bidders.ts'
import { fillListings, TAGS, VOCABULARY, wordAt } from './fill-listings.ts'
import { startMachine } from './machine.ts'
import { type Started, startProcess } from './processes.ts'
import { databaseName } from './rows.ts'

/**
 * `npm run bench -- listings`: browsing and searching a million listings against ten thousand, through HTTP, one request
 * at a time: median and 99th percentile of each filter, sort and search (aim: p99 at most 5 times, first page under 30 ms);
 * browsing at 16 connections against bare Koa with one indexed query (aim: half of it); 200 bidders at once on one auction
 * (aim: p99 under 500 ms, none lost). LISTINGS=n sets the large size; QUICK=1 is a smoke test.
 */
const quick = process.env['QUICK'] === '1'
const LARGE = Number(process.env['LISTINGS'] ?? (quick ? 20_000 : 1_000_000))
const SMALL = Math.min(10_000, LARGE / 2)
const ASKED = quick ? 20 : 200
const SECRET = 'bench-secret-bench-secret-bench-secret-01'

const queries: Record<string, (nth: number) => string> = {
  ...Object.fromEntries(SORTS.map(({ id }) => [`sort ${id}`, () => `sort=${id}`])),
  'category, common': () => 'category=coding',
  'category, rare': () => 'category=other&sort=price_asc',
  listing_kind: () => 'listing_kind=pack&sort=popular',
  listing_type: () => 'listing_type=auction',
  price_type: () => 'price_type=free&sort=best_value',
  'tech_tag, common': () => `tech_tag=${TAGS[0]}`,
  'tech_tag, rare': () => `tech_tag=${TAGS[7]}&sort=price_desc`,
  user_id: (nth) => `user_id=01900000-0000-7000-8001-${(1 + (nth % 1_000)).toString(16).padStart(12, '0')}`,
  'all filters': () => 'category=data&listing_kind=skill&listing_type=fixed&price_type=paid&tech_tag=node&sort=updated',
  'offset 10,000': () => 'offset=10000',
  'offset 10,000, price': () => 'offset=10000&sort=price_desc',
  'offset 10,000, category': () => 'offset=10000&category=research',
  'offset 10,000, tech_tag': () => `offset=10000&tech_tag=${TAGS[2]}`,
  'q, most common word': () => `q=${wordAt(0)}`,
  'q, common word': (nth) => `q=${wordAt(20 + (nth % 20))}`,
  'q, rare word': (nth) => `q=${wordAt(VOCABULARY - 1 - (nth % 500))}`,
  'q, two words': (nth) => `q=${wordAt(nth % 30)}+${wordAt(100 + (nth % 300))}`,
  'q, in a category': (nth) => `q=${wordAt(nth % 50)}&category=coding`,
  'q, two words in a category': (nth) => `q=${wordAt(nth % 30)}+${wordAt(100 + (nth % 300))}&category=research`,
  'q, free': (nth) => `q=${wordAt(nth % 50)}&price_type=free`,
  'q, with a tag': (nth) => `q=${wordAt(nth % 50)}&tech_tag=${TAGS[2]}`,
  'q, all filters': (nth) =>
    `q=${wordAt(nth % 50)}&category=data&listing_kind=skill&listing_type=fixed&price_type=paid&tech_tag=node`,
  'q, offset 1,000': (nth) => `q=${wordAt(nth % 50)}&offset=1000`,
  'q, sorted by price': (nth) => `q=${wordAt(nth % 50)}&sort=price_asc`,
  'q, a letter wrong': (nth) => `q=${wordAt(1_000 + nth * 7).replace(/^(.{3})./, '$1q')}`,
  'q, nothing': (nth) => `q=qqqq${nth}qqqq`,
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const at = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Milliseconds of requests, one after the other; the first few warm up and do not count. */
async function timed(url: string, path: (nth: number) => string) {
  const pool = new Pool(url, { connections: 1 })
  const times: number[] = []
  for (let nth = 0; nth < ASKED + 5; nth += 1) {
    const from = performance.now()
    const answer = await pool.request({ method: 'GET', path: `/api/listings?${path(nth)}` })
    const body = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${path(nth)} answered ${answer.statusCode}: ${body}`)
    if (nth >= 5) times.push(performance.now() - from)
  }
  await pool.close()
  const sorted = Float64Array.from(times).sort()
  return { p50: at(sorted, 0.5), p99: at(sorted, 0.99) }
}

/** Answers a second of so many connections. */
async function throughput(url: string, path: string, seconds: number): Promise<number> {
  const pool = new Pool(url, { connections: 16 })
  const until = performance.now() + seconds * 1_000
  let right = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < until) {
        const answer = await pool.request({ method: 'GET', path })
        await answer.body.dump()
        if (answer.statusCode === 200) right += 1
      }
    }),
  )
  await pool.close()
  return right / seconds
}

const machine = await startMachine()
const started: Started[] = []
const start = async (file: string, databaseUrl: string) => {
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${machine.redisUrl}/3`,
    SERVER_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    LIMITS: 'off',
    // Bids are taken where somebody could pay them; nobody asks the chain here.
    SETTLEMENT_URL: 'http://127.0.0.1:9',
    SOLANA_PAY_TO: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  }
  const child = await startProcess(file, [], env, { serves: 'http' })
  started.push(child)
  return child.baseUrl
}

try {
  const sizes: { count: number; url: string; databaseUrl: string }[] = []
  for (const count of [SMALL, LARGE]) {
    const databaseUrl = await machine.database(databaseName())
    const began = performance.now()
    await fillListings(databaseUrl, count)
    say(`${count.toLocaleString('en')} listings made in ${Math.round((performance.now() - began) / 1_000)} s`)
    sizes.push({ count, databaseUrl, url: await start('ingress/main.ts', databaseUrl) })
  }
  const [small, large] = sizes
  if (small === undefined || large === undefined) throw new Error('two sizes were made')

  say('query                        small p50    p99   large p50    p99   times')
  const rows: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(queries)) {
    const few = await timed(small.url, path)
    const many = await timed(large.url, path)
    rows[name] = { small: few, large: many }
    const cells = [few.p50, few.p99, many.p50, many.p99, many.p99 / few.p99].map((ms) => ms.toFixed(1).padStart(8))
    say(`${name.padEnd(28)} ${cells.join('')}`)
  }

  const bare = await start('test/bench/rows/listing-koa.ts', large.databaseUrl)
  const seconds = quick ? 1 : 4
  const ratios: number[] = []
  const rates: { bare: number; ours: number }[] = []
  // Code goes on being compiled for some ten seconds under load.
  if (!quick) {
    await throughput(bare, '/', 2 * seconds)
    await throughput(large.url, '/api/listings', 2 * seconds)
  }
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    const pair = {
      bare: await throughput(bare, '/', seconds),
      ours: await throughput(large.url, '/api/listings', seconds),
    }
    rates.push(pair)
    ratios.push(pair.ours / pair.bare)
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN
  say(
    `browse: ${rates.map(({ ours, bare: koa }) => `${ours.toFixed(0)}/${koa.toFixed(0)}`).join(', ')} a second; ${ratio.toFixed(2)} of bare Koa`,
  )

  const db = openDb(large.databaseUrl, 4)
  const bids = await bidders({ db, url: large.url, secret: SECRET, bidders: quick ? 40 : 200 })
  await db.close()
  say(
    `bids: ${bids.sent} sent at once, ${bids.accepted} accepted, ${bids.lost} lost, in order: ${String(bids.inOrder)}; p50 ${bids.p50.toFixed(0)} ms, p99 ${bids.p99.toFixed(0)} ms`,
  )
  say(JSON.stringify({ part: 'listings', large: LARGE, small: SMALL, queries: rows, browse: { rates, ratio }, bids }))
} finally {
  for (const one of started) await one.stop()
  await machine.stop()
}
