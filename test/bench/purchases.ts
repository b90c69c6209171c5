import { Pool } from 'undici'

import { type Db, openDb } from '#shared/db/open-db.ts'
import { openSession } from '#shared/market/users/sessions.ts'
import { auditOn } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { grantKey } from '#shared/money/prepaid/grant-key.ts'

import { startMachine } from './machine.ts'
import { BUYER, fillWithAMillionPurchases, SELLER } from './million-purchases.ts'
import { type Started, startProcess } from './processes.ts'
import { databaseName } from './rows.ts'

/**
 * `npm run bench -- purchases`: free claims and deliveries at 16 and 64 connections against bare Koa with one insert (aim: half
 * of it); a listing sold 1,000 times at once by 200 buyers (aim: none lost, and the audit green); what a seller of a million
 * sales reads, one request at a time (aim: p99 under 50 ms). QUICK=1 is a smoke test of the first two.
 */
const quick = process.env['QUICK'] === '1'
const SECONDS = quick ? 1 : 5
const ROUNDS = quick ? 1 : 3
const ASKED = 300
const SECRET = 'bench-secret-bench-secret-bench-secret-01'
const CONNECTIONS = [16, 64]
const BUYERS = 200
const EACH = 5

const mint = credentialMint(SECRET, 'test')
const say = (line: string) => process.stdout.write(`${line}\n`)
const at = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN

/** Right answers a second of one round. */
type Round = { insert: number; claim: number; delivery: number }

type Asked = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string> }

const machine = await startMachine()
const started: Started[] = []
const start = async (file: string, databaseUrl: string) => {
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${machine.redisUrl}/4`,
    SERVER_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    LIMITS: 'off',
    MAX_IN_FLIGHT: '2000',
  }
  const child = await startProcess(file, [], env, { serves: 'http' })
  started.push(child)
  return child.baseUrl
}
const sessionOf = async (db: Db, userId: string) => ({
  authorization: `Bearer ${mint.issue('ss', await openSession(await db.em(), mint, userId))}`,
})

/** Right answers a second of so many connections; the nth request is `asked(n)`. */
async function rate(url: string, connections: number, status: number, asked: (nth: number) => Asked): Promise<number> {
  const pool = new Pool(url, { connections })
  const until = performance.now() + SECONDS * 1_000
  let right = 0
  let nth = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const answer = await pool.request(asked((nth += 1)))
        await answer.body.dump()
        if (answer.statusCode === status) right += 1
      }
    }),
  )
  await pool.close()
  return right / SECONDS
}

/** Adds users and live listings of the first of them; returns their ids. */
async function fill(db: Db, users: number, listings: number, cents: number) {
  const { rows: made } = await db.pg.query<{ id: string }>(
    `insert into market_user (id, account_id, username, skeleton, email, created_at)
     select id, id, 'user' || n, 'user' || n, 'user' || n || '@mail.example', now() - interval '30 days'
     from (select n, gen_random_uuid() as id from generate_series(1, $1::int) n) t returning id`,
    [users],
  )
  const [seller, ...buyers] = made.map(({ id }) => id)
  const { rows: sold } = await db.pg.query<{ id: string }>(
    `insert into listing (id, owner_id, slug, status, published_at, title, summary, description, category, listing_kind, listing_type, price_cents, content_sha256)
     select gen_random_uuid(), $1::uuid, 'sold-' || n, 'live', now(), 'Sold ' || n, '', '', 'coding', 'skill', 'fixed', $3, repeat('a', 64) from generate_series(1, $2::int) n returning id`,
    [seller, listings, cents],
  )
  await db.pg.query(
    `insert into listing_content (listing_id, sha256, format, content, bytes) select id, content_sha256, 'markdown', '# Sold', 6 from listing on conflict do nothing`,
  )
  return { seller: seller ?? '', buyers, listings: sold.map(({ id }) => id) }
}

async function claims() {
  const databaseUrl = await machine.database(databaseName())
  const db = openDb(databaseUrl, 4)
  const { buyers, listings } = await fill(db, 401, 2_000, 0)
  const headers = await Promise.all(buyers.map((id) => sessionOf(db, id)))
  const [ours, bare] = [
    await start('ingress/main.ts', databaseUrl),
    await start('test/bench/rows/claim-koa.ts', databaseUrl),
  ]
  let taken = 0
  // Each buyer takes each listing once, however long it is measured.
  const claim = (): Asked => {
    taken += 1
    const [buyer, listing] = [headers[taken % headers.length], listings[Math.floor(taken / headers.length)]]
    if (listing === undefined) throw new Error('there are too few listings')
    return { method: 'POST', path: `/api/purchases/free/lst_${listing.replaceAll('-', '')}`, headers: buyer ?? {} }
  }
  const insert = (): Asked => ({ method: 'POST', path: '/' })
  // The code of a claim goes on being compiled for some ten seconds under load.
  for (const connections of CONNECTIONS) await rate(ours, connections, 201, claim)
  for (const connections of CONNECTIONS) await rate(bare, connections, 201, insert)
  const { rows: bought } = await db.pg.query<{ id: string; buyer_id: string }>(
    `select id, buyer_id from purchase limit 1000`,
  )
  const read = (nth: number): Asked => {
    const { id, buyer_id: buyer } = bought[nth % bought.length] ?? { id: '', buyer_id: '' }
    return {
      method: 'GET',
      path: `/api/purchases/pur_${id.replaceAll('-', '')}/delivery`,
      headers: headers[buyers.indexOf(buyer)] ?? {},
    }
  }
  await rate(ours, 16, 200, read)
  const measured: Record<number, { rounds: Round[]; claim: number; delivery: number }> = {}
  for (const connections of CONNECTIONS) {
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        insert: await rate(bare, connections, 201, insert),
        claim: await rate(ours, connections, 201, claim),
        delivery: await rate(ours, connections, 200, read),
      })
    const claimed = medianOf(rounds.map((one) => one.claim / one.insert))
    const delivered = medianOf(rounds.map((one) => one.delivery / one.insert))
    measured[connections] = { rounds, claim: claimed, delivery: delivered }
    for (const one of rounds)
      say(
        `a second at ${connections} connections: bare insert ${one.insert.toFixed(0)}, free claim ${one.claim.toFixed(0)}, delivery ${one.delivery.toFixed(0)}`,
      )
    say(`of bare Koa with one insert: free claim ${claimed.toFixed(2)}, delivery ${delivered.toFixed(2)}`)
  }
  await db.close()
  return measured
}

async function soldAtOnce() {
  const databaseUrl = await machine.database(databaseName())
  const db = openDb(databaseUrl, 4)
  const { seller, listings } = await fill(db, 2, 1, 10)
  const keys = await Promise.all(Array.from({ length: BUYERS }, () => grantKey(db.pg, mint, 10 * EACH)))
  const url = await start('ingress/main.ts', databaseUrl)
  const path = `/api/purchases/x402/lst_${String(listings[0]).replaceAll('-', '')}`
  const pool = new Pool(url, { connections: BUYERS })
  const began = performance.now()
  const times: number[] = []
  const ids = await Promise.all(
    Array.from({ length: BUYERS * EACH }, async (_, nth) => {
      const from = performance.now()
      const headers = { 'x-service-key': keys[nth % BUYERS]?.key ?? '', 'idempotency-key': `sale-${nth}` }
      const answer = await pool.request({ method: 'POST', path, headers })
      const text = await answer.body.text()
      times.push(performance.now() - from)
      if (answer.statusCode !== 200) throw new Error(`a sale was answered ${answer.statusCode}: ${text}`)
      return String(Object(JSON.parse(text))['purchase_id'])
    }),
  )
  const tookMs = performance.now() - began
  await pool.close()
  const { rows } = await db.pg.query<{ sold: number; owed: string }>(
    `select (select count(*) from purchase)::int as sold, (select coalesce(sum(e.amount), 0) from entry e join account a on a.id = e.account_id where a.code = 'seller_payable:' || $1) as owed`,
    [seller],
  )
  const client = await db.pg.connect()
  const broken = (await auditOn(client)).filter(({ ok }) => !ok).map(({ id }) => id)
  client.release()
  await db.close()
  const sorted = Float64Array.from(times).sort()
  const lost = ids.length - (rows[0]?.sold ?? 0)
  const result = {
    sold: ids.length,
    distinct: new Set(ids).size,
    lost,
    owed: rows[0]?.owed,
    broken,
    perSecond: (ids.length / tookMs) * 1_000,
    p50: at(sorted, 0.5),
    p99: at(sorted, 0.99),
  }
  say(
    `sold at once: ${result.sold} by ${BUYERS} buyers, ${result.distinct} purchases, ${lost} lost, audit ${broken.length === 0 ? 'green' : broken.join()}; ${result.perSecond.toFixed(0)} a second, p50 ${result.p50.toFixed(0)} ms, p99 ${result.p99.toFixed(0)} ms`,
  )
  return result
}

async function million() {
  const databaseUrl = await machine.database(databaseName())
  const began = performance.now()
  await fillWithAMillionPurchases(databaseUrl)
  say(`1,000,000 purchases made in ${Math.round((performance.now() - began) / 1_000)} s`)
  const db = openDb(databaseUrl, 2)
  const [seller, buyer] = [await sessionOf(db, SELLER), await sessionOf(db, BUYER)]
  await db.close()
  const url = await start('ingress/main.ts', databaseUrl)
  const pool = new Pool(url, { connections: 1 })
  const read: Record<string, Asked> = {
    'seller/me': { method: 'GET', path: '/api/purchases/seller/me', headers: seller },
    'seller/me, offset 10,000': { method: 'GET', path: '/api/purchases/seller/me?offset=10000', headers: seller },
    'user/me': { method: 'GET', path: '/api/purchases/user/me', headers: buyer },
    'commerce-summary': { method: 'GET', path: '/api/purchases/commerce-summary', headers: seller },
    'commerce-summary, a year': { method: 'GET', path: '/api/purchases/commerce-summary?days=366', headers: seller },
    'payouts/me': { method: 'GET', path: '/api/payouts/me', headers: seller },
  }
  const rows: Record<string, { p50: number; p99: number }> = {}
  for (const [name, asked] of Object.entries(read)) {
    const times: number[] = []
    for (let nth = 0; nth < ASKED + 10; nth += 1) {
      const from = performance.now()
      const answer = await pool.request(asked)
      const body = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.statusCode}: ${body}`)
      if (nth >= 10) times.push(performance.now() - from)
    }
    const sorted = Float64Array.from(times).sort()
    const row = { p50: at(sorted, 0.5), p99: at(sorted, 0.99) }
    rows[name] = row
    say(`${name.padEnd(28)} p50 ${row.p50.toFixed(1).padStart(7)} ms, p99 ${row.p99.toFixed(1).padStart(7)} ms`)
  }
  await pool.close()
  return rows
}

try {
  const claimed = await claims()
  const sold = await soldAtOnce()
  const read = quick ? null : await million()
  say(JSON.stringify({ part: 'purchases', claimed, sold, million: read }))
} finally {
  for (const one of started) await one.stop()
  await machine.stop()
}
