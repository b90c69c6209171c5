import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { createLog } from '#shared/log.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { openQueues, type QueueBackend } from '#shared/queues/backend.ts'

import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { keyedCall } from '../support/world/keyed-call.ts'
import { type Answer, eventually, testEnv } from '../support/world/world.ts'

const HELLO = { text: 'hello' }
const HOSTILE = { PRELOAD: 'hostile/hostile-outcomes.ts' }
const FLOOD = 10_000
const SLOW = { ms: 500 }
const mint = credentialMint(testEnv('', undefined)['SERVER_SECRET'] ?? '', 'test')

let cluster: Cluster
let queues: QueueBackend
let ingress: Member
let slowWorker: Member
beforeAll(async () => {
  cluster = await openCluster('redis')
  queues = openQueues({ redisUrl: cluster.redisUrl, databaseUrl: cluster.database.url, log: createLog('silent') })
  ;[ingress, slowWorker] = await Promise.all([
    cluster.ingress(HOSTILE),
    cluster.worker(['pdf-extract'], HOSTILE),
    cluster.worker(['outcome'], HOSTILE),
    cluster.worker(['settlement-watch']),
  ])
  await cluster.ready(ingress)
  await cluster.ready(ingress, 'pdf-extract')
})
afterAll(async () => {
  await queues.close()
  await cluster.close()
})

/** How long calls of the quick pool take, one after the other; every one has to be answered. */
async function quickCalls(key: string, during: () => boolean | Promise<boolean>): Promise<number[]> {
  const took: number[] = []
  while (took.length < 50 || (await during())) {
    const began = performance.now()
    expect(await cluster.call(ingress, 'hash-text', HELLO, { 'x-service-key': key })).toMatchObject({ status: 200 })
    took.push(performance.now() - began)
  }
  return took.toSorted((one, other) => one - other)
}
const at = (sorted: number[], share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
const told = (sorted: number[]) => `p50 ${at(sorted, 0.5)} ms, p99 ${at(sorted, 0.99)} ms of ${sorted.length}`
const openCalls = async (pool: string) => {
  const { rows } = await cluster.db.pg.query<{ n: number }>(
    'select count(*)::int as n from call where pool = $1 and finished_at is null',
    [pool],
  )
  return rows[0]?.n ?? 0
}
const auditFailures = async () => (await audit(cluster.db.pg)).filter(({ ok }) => !ok)

test('ten thousand calls for a slow pool: what it can do in time is taken, the rest is refused with an estimate, and other pools do not notice', async () => {
  const { key: flooder, keyId: flooderId } = await cluster.key(20_000)
  const { key } = await cluster.key(20_000)
  const headers = { 'x-service-key': flooder, prefer: 'respond-async' }
  // The pool learns how long its calls run.
  for (let nth = 0; nth < 2; nth += 1)
    await cluster.call(ingress, 'hostile-elsewhere', SLOW, { 'x-service-key': flooder })
  await pause(1_500)
  const before = await quickCalls(key, () => false)

  const statuses = new Map<number, number>()
  const refused: Answer[] = []
  let deepest = 0
  let left = FLOOD
  const flood = Array.from({ length: 20 }, async () => {
    while (left > 0) {
      left -= 1
      const answer = await cluster.call(ingress, 'hostile-elsewhere', SLOW, headers)
      const status = answer?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 503 && answer !== null) refused.push(answer)
    }
  })
  const during = await quickCalls(key, async () => {
    deepest = Math.max(deepest, await openCalls('pdf-extract'))
    return left > 0
  })
  await Promise.all(flood)
  process.stdout.write(`flood refused: quick pool before ${told(before)}; during ${told(during)}; deepest ${deepest}\n`)

  expect(new Set(statuses.keys())).toEqual(new Set([202, 503]))
  // Ten seconds of work for two slots of half a second each, and what one batch may bring at once.
  expect(deepest).toBeLessThan(110)
  const odd = refused.filter(({ body }) => body['code'] !== 'overloaded' || body['charged_cents'] !== 0)
  expect(odd).toEqual([])
  expect(refused.filter(({ body }) => body['retryable'] !== true)).toEqual([])
  expect(Math.min(...refused.map(({ headers: said }) => Number(said.get('retry-after'))))).toBeGreaterThanOrEqual(5)
  await eventually(async () => (await openCalls('pdf-extract')) === 0, 60_000)
  const { rows } = await cluster.db.pg.query<{ state: string; calls: number; posted: number; held: number }>(
    `select c.state, count(*)::int as calls, a.posted::int, a.held::int from call c join account a on a.id = c.account_id
     join service_key k on k.account_id = a.id where k.key_id = $1 group by c.state, a.posted, a.held`,
    [flooderId],
  )
  // Whatever was taken was done in time: nothing was promised that could not be kept.
  expect(rows).toEqual([
    {
      state: 'captured',
      calls: (statuses.get(202) ?? 0) + 2,
      posted: (20_000 - (statuses.get(202) ?? 0) - 2) * 10_000,
      held: 0,
    },
  ])
  expect(await auditFailures()).toEqual([])
})

test('behind ten thousand calls of a pool that stands still, calls of another that its queue has lost are found at once', async () => {
  slowWorker.signal('SIGSTOP')
  const { key: flooder } = await cluster.key(200_000)
  const { key, keyId } = await cluster.key(20_000)
  const before = await quickCalls(key, () => false)
  // Accepted as the ingress would: half a minute to run in, so that they all wait through what follows.
  for (let nth = 0; nth < FLOOD / 500; nth += 1) {
    const calls = Array.from({ length: 500 }, () => ({
      ...keyedCall(mint, flooder, 1),
      slug: 'hostile-elsewhere',
      pool: 'pdf-extract' as const,
      timeoutMs: 25_000,
      input: '{"ms":1}',
    }))
    await acceptKeyed(cluster.db.pg, calls, 'nobody')
    await queues.queue('pdf-extract').addBulk(calls.map(({ callId }) => ({ name: 'calls', data: { ids: [callId] } })))
  }
  expect(await openCalls('pdf-extract')).toBe(FLOOD)

  // Calls of the other pool that never reached their queue; they are due later than every one of the flood.
  const lost = Array.from({ length: 50 }, () => ({
    ...keyedCall(mint, key, 1),
    timeoutMs: 60_000,
    input: '{"text":"a"}',
  }))
  await acceptKeyed(cluster.db.pg, lost, 'nobody')
  const foundBy = performance.now()
  const during = await quickCalls(key, async () => (await openCalls('outcome')) > 0)
  process.stdout.write(
    `flood waiting: quick pool before ${told(before)}; during ${told(during)}; ${lost.length} lost calls done after ${Math.round(performance.now() - foundBy)} ms\n`,
  )
  expect(await openCalls('pdf-extract')).toBe(FLOOD)
  const { rows } = await cluster.db.pg.query<{ attempts: number; ended: boolean }>(
    `select max(attempt) as attempts, bool_and(state = 'captured') as ended from call where id = any($1)`,
    [lost.map(({ callId }) => callId)],
  )
  expect(rows).toEqual([{ attempts: 1, ended: true }])

  // Woken, the pool does what is still in time and gives back the rest.
  slowWorker.signal('SIGCONT')
  await eventually(async () => (await openCalls('pdf-extract')) === 0, 90_000)
  const { rows: wallets } = await cluster.db.pg.query(
    `select sum(a.held)::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
    [keyId],
  )
  expect(wallets).toEqual([{ held: 0 }])
  expect(await auditFailures()).toEqual([])
})
