import Koa from 'koa'
import { koaBody } from 'koa-body'

/** Row a: bare Koa. Parses the same body and answers a constant of the size of our 402. */
const constant = JSON.stringify({ ok: false, filler: 'x'.repeat(Number(process.env['ANSWER_BYTES']) - 24) })

const app = new Koa()
app.use(koaBody())
app.use((ctx) => {
  ctx.type = 'application/json'
  ctx.body = constant
})
app.listen(Number(process.env['PORT']), '127.0.0.1')
