import { randomUUID } from 'node:crypto'

import Koa from 'koa'
import { Pool } from 'pg'

/** The measure of the free claim: bare Koa that writes one row with one insert and answers with it. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })
await pool.query(
  `create table if not exists bare_claim (id uuid primary key, listing_id uuid not null, buyer_id uuid not null, created_at timestamptz not null default now(), unique (listing_id, buyer_id))`,
)
const CLAIM = `insert into bare_claim (id, listing_id, buyer_id) values ($1, $2, $3) returning *`

const app = new Koa()
app.use(async (ctx) => {
  const { rows } = await pool.query({
    name: 'claim',
    text: CLAIM,
    values: [randomUUID(), randomUUID(), randomUUID()],
  })
  ctx.status = 201
  ctx.body = rows[0]
})
app.listen(Number(process.env['PORT']), '127.0.0.1')
