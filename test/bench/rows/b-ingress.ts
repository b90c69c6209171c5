import { Queue, QueueEvents } from 'bullmq'
import Koa from 'koa'
import { koaBody } from 'koa-body'

/**
 * Row b, the common way, frozen: Koa, BullMQ on Redis, `waitUntilFinished`. Nothing is validated, charged or kept. Its
 * worker is b-worker.ts. It is printed in docs/performance.md and is not weakened.
 */
const connection = { url: process.env['REDIS_URL'] ?? '', maxRetriesPerRequest: null }
const queue = new Queue('common', { connection, defaultJobOptions: { removeOnComplete: { count: 1000 } } })
const events = new QueueEvents('common', { connection })
queue.setMaxListeners(0)
events.setMaxListeners(0)
await events.waitUntilReady()

const app = new Koa()
app.use(koaBody())
app.use(async (ctx) => {
  const job = await queue.add('hash', ctx.request.body)
  ctx.body = { ok: true, result: await job.waitUntilFinished(events, 60_000) }
})
app.listen(Number(process.env['PORT']), '127.0.0.1')
