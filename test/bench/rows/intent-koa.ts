import { randomUUID } from 'node:crypto'

import Koa from 'koa'
import { Pool } from 'pg'

import { parseConfig } from '#shared/config.ts'
import { settlementClient } from '#shared/money/settlement/ask-settlement.ts'

/** The measure of the intent on Solana: bare Koa with one insert and one call to the settlement process, for one order. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })
await pool.query(
  `create table if not exists bare_intent (id uuid primary key, listing_id uuid not null, buyer_id uuid not null, created_at timestamptz not null default now())`,
)
const INTEND = `insert into bare_intent (id, listing_id, buyer_id) values ($1, $2, $3) returning *`
const ask = settlementClient(parseConfig(process.env))
const asked = { order_id: process.env['BENCH_ORDER'], payer: process.env['BENCH_PAYER'] }

const app = new Koa()
app.use(async (ctx) => {
  const { rows } = await pool.query({
    name: 'intend',
    text: INTEND,
    values: [randomUUID(), randomUUID(), randomUUID()],
  })
  const offered = await ask?.('/sales/offer', { timeoutMs: 8_000, body: asked })
  if (offered === undefined || offered.status !== 200) throw new Error('the settlement process does not answer')
  ctx.body = { ...rows[0], offer: offered.body }
})
app.listen(Number(process.env['PORT']), '127.0.0.1')
