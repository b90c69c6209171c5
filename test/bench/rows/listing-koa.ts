import Koa from 'koa'
import { Pool } from 'pg'

/** The browse row's measure: bare Koa that answers with the newest twenty listings, by one query on one index. */
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 8 })
const NEWEST = `
select l.*, u.username from listing l join market_user u on u.id = l.owner_id where is_shown
order by published_at desc, l.id desc limit 20`

const app = new Koa()
app.use(async (ctx) => {
  const { rows } = await pool.query({ name: 'newest', text: NEWEST })
  ctx.type = 'application/json'
  ctx.body = JSON.stringify({ items: rows })
})
app.listen(Number(process.env['PORT']), '127.0.0.1')
