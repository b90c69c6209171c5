import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { openDb } from '#shared/db/open-db.ts'

import { startMachine } from './machine.ts'
import { cpuMs, startProcess } from './processes.ts'

/**
 * The webhook of the card processor: one ingress, 10,000 events that wait already, and signed events at a rate of RATE a
 * second for ten seconds, without waiting for answers. Prints one JSON line: events that were answered 200 a second, how
 * long they took in milliseconds, and the CPU of the ingress for each. The aim is 300 a second, each within a second.
 */
const RATE = Number(process.env['RATE'] ?? 300)
const SECONDS = 10
const WAITING = 10_000
const SECRET = 'whsec_bench_secret_of_cards'

const machine = await startMachine()
try {
  const url = await machine.database('card_events')
  const { pg, close } = openDb(url, 2)
  const env = {
    DATABASE_URL: url,
    REDIS_URL: `${machine.redisUrl}/0`,
    SERVER_SECRET: 'bench-secret-bench-secret-bench-secret-01',
    LOG_LEVEL: 'info',
    STRIPE_WEBHOOK_SECRET: SECRET,
  }
  const ingress = await startProcess('ingress/main.ts', [], env, { serves: 'http' })
  // In parts, each of which the statement timeout allows on a busy machine.
  for (let from = 1; from <= WAITING; from += 500)
    await pg.query(
      `insert into card_event (id, type, intent_id, livemode, happened_at)
       select 'evt_waiting_' || n, 'charge.succeeded', 'pi_' || n, false, now() from generate_series($1::int, $1::int + 499) n`,
      [from],
    )
  const send = sender(`${ingress.baseUrl}/api/purchases/webhook/cardprocessor`)
  await round(send, { rate: 50, seconds: 2 })
  const before = cpuMs(ingress.pid)
  const tookMs = (await round(send, { rate: RATE, seconds: SECONDS })).toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round(tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? NaN)
  console.log(
    JSON.stringify({
      sentPerSecond: RATE,
      answeredPerSecond: Math.round(tookMs.length / SECONDS),
      waiting: WAITING,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      longestMs: at(1),
      ingressCpuMs: Number(((cpuMs(ingress.pid) - before) / tookMs.length).toFixed(2)),
    }),
  )
  await ingress.stop()
  await close()
} finally {
  await machine.stop()
}

/** Sends an event, and answers with the milliseconds until it was taken; undefined when it was not. */
type Send = (id: string) => Promise<number | undefined>

/** Sends events at a rate, and answers with the milliseconds of those that were taken. */
async function round(send: Send, { rate, seconds }: { rate: number; seconds: number }): Promise<number[]> {
  const sending: Promise<number | undefined>[] = []
  const began = performance.now()
  for (let nth = 0; nth < rate * seconds; nth += 1) {
    const waitMs = began + (nth * 1_000) / rate - performance.now()
    if (waitMs > 1) await pause(waitMs)
    sending.push(send(`evt_${rate}_${nth}`))
  }
  return (await Promise.all(sending)).filter((tookMs) => tookMs !== undefined)
}

function sender(url: string): Send {
  return async (id) => {
    const time = Math.floor(Date.now() / 1_000)
    const object = { id: `ch_${id}`, object: 'charge', payment_intent: `pi_${id}`, description: 'x'.repeat(2_000) }
    const event = { id, object: 'event', type: 'charge.succeeded', created: time, livemode: false, data: { object } }
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` }
    const began = performance.now()
    const answer = await fetch(url, { method: 'POST', body, headers })
    await answer.text()
    return answer.status === 200 ? performance.now() - began : undefined
  }
}
