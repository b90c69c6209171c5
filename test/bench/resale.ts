import { Client } from 'pg'
import { Pool } from 'undici'

import { startMachine } from './machine.ts'
import { type Started, startProcess } from './processes.ts'
import { databaseName } from './rows.ts'

/**
 * `npm run bench -- resale`: lists of offers over 100,000 offers of 10,000 listings, one request at a time (aim: p99 under
 * 50 ms). QUICK=1 asks less often.
 */
const OFFERS = 100_000
const LISTINGS = 10_000
const ASKED = process.env['QUICK'] === '1' ? 30 : 500
const AIM_MS = 50
const SECRET = 'bench-secret-bench-secret-bench-secret-01'

const say = (line: string) => process.stdout.write(`${line}\n`)
const at = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const uuid = (n: string, kind: string) => `('01900000-0000-7000-8${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const MAKER = '01900000-0000-7000-8001-000000000001'
const FILL = [
  `set session_replication_role = replica`,
  `insert into market_user (id, account_id, username, skeleton, email, created_at)
   select ${uuid('n', '001')}, ${uuid('n', '001')}, 'user' || n, 'user' || n, 'user' || n || '@mail.example', now() from generate_series(1, 1001) n`,
  `insert into listing (id, owner_id, slug, status, published_at, title, summary, description, category, listing_kind, listing_type, price_cents, delivery_url, resale_allowed)
   select ${uuid('n', '002')}, '${MAKER}', 'sold-' || n, 'live', now(), 'Sold ' || n, '', '', 'coding', 'skill', 'fixed', 500, 'https://seller.example/x', true
   from generate_series(1, ${LISTINGS}) n`,
  `insert into purchase (id, listing_id, listing_version, seller_id, buyer_id, kind, status, delivery_status, rail, currency, price_cents, fee_bps, fee_cents,
     seller_cents, royalty_bps, license_id, refund_days, resale_allowed, delivery_form, delivery_url, paid_at, delivered_at, refundable_until)
   select ${uuid('n', '003')}, ${uuid(`1 + n % ${LISTINGS}`, '002')}, 1, '${MAKER}', ${uuid('2 + n % 1000', '001')}, 'fixed', 'paid', 'delivered', 'prepaid', 'usdc', 500,
     1500, 75, 425, 500, 'personal', 0, true, 'link', 'https://seller.example/x', now(), now(), now() from generate_series(1, ${OFFERS}) n`,
  `insert into resale_offer (id, purchase_id, listing_id, seller_id, price_cents, expires_at)
   select ${uuid('n', '004')}, id, listing_id, buyer_id, 50 + abs(hashtext(id::text) % 5000), case when n % 3 = 0 then now() + interval '30 days' end
   from (select row_number() over (order by id) as n, id, listing_id, buyer_id from purchase) p`,
  `set session_replication_role = origin`,
  `vacuum analyze purchase, listing, market_user, resale_offer`,
]
const READ: Readonly<Record<string, string>> = {
  newest: '/api/resale-offers',
  cheapest: '/api/resale-offers?sort=price_asc&limit=200',
  'of a price range': '/api/resale-offers?sort=price_desc&min_price_cents=1000&max_price_cents=2000',
  'of a listing': '/api/resale-offers?listing_id=lst_01900000000070008002000000000007&sort=price_asc',
  'of a seller': '/api/resale-offers?user_id=usr_01900000000070008001000000000007',
  'newest, offset 10,000': '/api/resale-offers?offset=10000',
  'cheapest, offset 10,000': '/api/resale-offers?sort=price_asc&offset=10000',
  'a listing with its offers': '/api/listings/lst_01900000000070008002000000000007',
}

const machine = await startMachine()
const started: Started[] = []
try {
  const databaseUrl = await machine.database(databaseName())
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of FILL) await client.query(statement)
  await client.end()
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: `${machine.redisUrl}/4`,
    SERVER_SECRET: SECRET,
    LOG_LEVEL: 'warn',
  }
  const ingress = await startProcess('ingress/main.ts', [], { ...env, LIMITS: 'off' }, { serves: 'http' })
  started.push(ingress)
  const pool = new Pool(ingress.baseUrl, { connections: 1 })
  const rows: Record<string, { p50: number; p99: number }> = {}
  for (const [name, path] of Object.entries(READ)) {
    const times: number[] = []
    for (let nth = 0; nth < ASKED + 10; nth += 1) {
      const from = performance.now()
      const answer = await pool.request({ method: 'GET', path })
      const body = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${name} answered ${answer.statusCode}: ${body}`)
      if (nth >= 10) times.push(performance.now() - from)
    }
    const sorted = Float64Array.from(times).sort()
    rows[name] = { p50: at(sorted, 0.5), p99: at(sorted, 0.99) }
    say(
      `${name.padEnd(28)} p50 ${at(sorted, 0.5).toFixed(1).padStart(7)} ms, p99 ${at(sorted, 0.99).toFixed(1).padStart(7)} ms`,
    )
  }
  await pool.close()
  const isMet = Object.values(rows).every(({ p99 }) => p99 < AIM_MS)
  say(`p99 under ${AIM_MS} ms over ${OFFERS} offers: ${isMet ? 'met' : 'missed'}`)
  say(JSON.stringify({ part: 'resale', offers: OFFERS, rows, isMet }))
} finally {
  for (const one of started) await one.stop()
  await machine.stop()
}
