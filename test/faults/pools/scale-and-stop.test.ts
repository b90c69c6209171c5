import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { poolSampler } from '#ingress/call/admission/pool-samples.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { createLog } from '#shared/log.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { eventually, openWorld, QUEUES_IN_TURN } from '#test/support/world/world.ts'

const BODY = { text: 'hello' }

describe.each(QUEUES_IN_TURN)('several processes on the %s queue', (backend) => {
  let cluster: Cluster
  let ingresses: Member[]
  let workers: Member[]
  beforeAll(async () => {
    cluster = await openCluster(backend)
    ingresses = [await cluster.ingress(), await cluster.ingress()]
    workers = [await cluster.worker(['outcome']), await cluster.worker(['outcome']), await cluster.worker(['outcome'])]
    await cluster.worker(['settlement-watch'])
    for (const ingress of ingresses) await cluster.ready(ingress)
  })
  afterAll(() => cluster.close())
  const ingressNumber = (nth: number): Member => {
    const ingress = ingresses[nth % ingresses.length]
    if (ingress === undefined) throw new Error('no ingress was started')
    return ingress
  }

  test('two ingresses and three workers share the load, each call charged once', async () => {
    const { key, keyId } = await cluster.key(300)
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, nth) =>
        cluster.call(ingressNumber(nth), 'hash-text', BODY, { 'x-service-key': key }),
      ),
    )
    expect(answers.filter((answer) => answer?.status !== 200)).toEqual([])
    expect(new Set(answers.map((answer) => answer?.body['call_id'])).size).toBe(300)
    const { rows } = await cluster.db.pg.query(
      `select a.posted::int as posted, a.held::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    expect(rows).toEqual([{ posted: 0, held: 0 }])
    await eventually(() => workers.every((worker) => worker.log().includes('"msg":"call"')))
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('a call accepted by one ingress is read from the other, and joined by its Idempotency-Key', async () => {
    const { key } = await cluster.key(5)
    const [, other] = ingresses
    const headers = { 'x-service-key': key, 'idempotency-key': 'same' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, nth) => cluster.call(ingressNumber(nth), 'hash-text', BODY, headers)),
    )
    expect(answers.map((answer) => answer?.status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(new Set(answers.map((answer) => answer?.body['call_id'])).size).toBe(1)
    const read = await fetch(`${other?.baseUrl}/api/v1/calls/${String(answers[0]?.body['call_id'])}`, {
      headers: { 'x-service-key': key },
    })
    expect(read.status).toBe(200)
  })

  test('an ingress told to stop answers what it holds with 200 or 202, resets nothing and exits 0', async () => {
    const leaving = await cluster.ingress({ DRAIN_MS: '300' })
    await cluster.ready(leaving)
    const { key, keyId } = await cluster.key(100)
    // The workers stand still until it is told, so that it does hold all of them.
    for (const worker of workers) worker.signal('SIGSTOP')
    const calls = Array.from({ length: 50 }, () => cluster.call(leaving, 'hash-text', BODY, { 'x-service-key': key }))
    await eventually(
      async () =>
        (
          await cluster.db.pg.query(
            `select 1 from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
            [keyId],
          )
        ).rowCount === 50,
    )
    leaving.signal('SIGTERM')
    for (const worker of workers) worker.signal('SIGCONT')
    const answers = await Promise.all(calls)
    expect(answers.filter((answer) => answer?.status !== 200 && answer?.status !== 202)).toEqual([])
    await leaving.gone
    expect(leaving.child.exitCode).toBe(0)
  })

  test('a worker told to stop finishes what it runs and exits 0; nothing runs twice', async () => {
    const { key, keyId } = await cluster.key(100)
    const [leaving] = workers
    const calls = Array.from({ length: 60 }, (_, nth) =>
      cluster.call(ingressNumber(nth), 'hash-text', BODY, { 'x-service-key': key }),
    )
    leaving?.signal('SIGTERM')
    const answers = await Promise.all(calls)
    expect(answers.filter((answer) => answer?.status !== 200)).toEqual([])
    await leaving?.gone
    expect(leaving?.child.exitCode).toBe(0)
    const { rows } = await cluster.db.pg.query(
      `select max(c.attempt) as attempts from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
      [keyId],
    )
    expect(rows).toEqual([{ attempts: 1 }])
  })
})

describe('room in the pools', () => {
  test('a pool without a worker refuses before any charge, while others work', async () => {
    const world = await openWorld({ backend: 'redis' })
    try {
      await world.ready()
      const { key, keyId } = await world.key(10)
      const refused = await world.call('test-shot', {}, { 'x-service-key': key })
      expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', charged_cents: 0, retryable: true } })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
      expect((await world.call('hash-text', BODY, { 'x-service-key': key })).status).toBe(200)
      expect(
        await world.sql(
          `select 1 from call c join service_key k on k.id = c.service_key_id where k.key_id = $1 and c.slug = 'test-shot'`,
          [keyId],
        ),
      ).toEqual([])
      world.startPools(['screenshot'])
      await world.ready(['screenshot'])
      await eventually(async () => (await world.call('test-shot', {}, { 'x-service-key': key })).status === 200)
    } finally {
      await world.close()
    }
  })

  test('a key that holds most of a pool is known by its open calls', async () => {
    const world = await openWorld({ backend: 'redis' })
    try {
      await world.ready()
      const { key } = await world.key(100)
      const headers = { 'x-service-key': key, prefer: 'respond-async' }
      const asked = await Promise.all([1, 2, 3].map(() => world.call('test-slow', { ms: 5_000 }, headers)))
      expect(asked.map(({ status }) => status)).toEqual([202, 202, 202])
      const sample = (await poolSampler(world.db.pg, createLog('silent'))())?.get('outcome')
      expect([...(sample?.openByKey ?? [])]).toEqual([[expect.any(String), 3]])
      expect(sample?.openByOtherKeys).toBe(0)
    } finally {
      await world.close()
    }
  })

  test('more waiting work than a pool can do in time is refused with a computed Retry-After, before any money moves', async () => {
    const world = await openWorld({ backend: 'redis', env: { OUTCOME_CONCURRENCY: '1' } })
    try {
      await world.ready()
      const { key } = await world.key(100)
      const headers = { 'x-service-key': key, prefer: 'respond-async' }
      await world.call('test-slow', { ms: 1_000 }, { 'x-service-key': key })
      const answers: Awaited<ReturnType<typeof world.call>>[] = []
      await eventually(async () => {
        answers.push(await world.call('test-slow', { ms: 1_000 }, headers))
        return answers.at(-1)?.status !== 202
      })
      const refused = answers.at(-1)
      expect(refused?.status).toBe(503)
      expect(refused?.body).toMatchObject({ code: 'overloaded', charged_cents: 0, retryable: true })
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(1)
    } finally {
      await world.close()
    }
  })
})
