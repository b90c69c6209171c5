import { createHmac } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type Cluster, type Member, openCluster } from './cluster.ts'
import { type Backend, eventually, randomId } from './world.ts'

const BODY = { text: 'hello' }
/** An input with a declared secret does not travel with its job, so a worker starts its call by a statement. */
const SECRET_BODY = { text: 'hello', hmac_key: 'a secret of the caller' }
const HELLO_MAC = createHmac('sha256', SECRET_BODY.hmac_key).update(SECRET_BODY.text).digest('hex')
/** Two seconds of them. */
const MOST_FLUSHES = 50
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

/** However it went: the call ran to one capture, its result is stored, the wallet paid one cent and holds nothing. */
async function expectOneCharge(cluster: Cluster, keyId: string): Promise<void> {
  await eventually(async () => (await openCalls(cluster)) === 0)
  const { rows } = await cluster.db.pg.query(
    `select a.posted::int as posted, a.held::int as held,
       (select count(*)::int from call c where c.account_id = a.id and c.state = 'captured' and c.result is not null) as captured
     from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
    [keyId],
  )
  expect(rows).toEqual([{ posted: 90_000, held: 0, captured: 1 }])
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
}

async function openCalls(cluster: Cluster): Promise<number> {
  const { rows } = await cluster.db.pg.query<{ open: number }>(
    `select count(*)::int as open from call where finished_at is null`,
  )
  return rows[0]?.open ?? 0
}

const INGRESS_MOMENTS = ['before:call-accept-keyed', 'after:call-accept-keyed', 'before:enqueue', 'after:enqueue']
const WORKER_MOMENTS = ['before:call-start', 'after:call-start', 'before:call-finish', 'after:call-finish']
const EVERY_MOMENT = [...INGRESS_MOMENTS, ...WORKER_MOMENTS]

/** Kills processes at these moments of a call, at each of its arrows unless said, on each of these queues. */
export const describeCrashes = (backends: readonly Backend[], moments: readonly string[] = EVERY_MOMENT) =>
  describe.each(backends)('on the %s queue', (backend) => {
    let cluster: Cluster
    let steady: Member
    beforeAll(async () => {
      cluster = await openCluster(backend)
      steady = await cluster.ingress()
      await cluster.worker(['settlement-watch'])
      await cluster.ready(steady, 'settlement-watch')
    })
    afterAll(() => cluster.close())

    describe('with a worker alive', () => {
      let worker: Member
      beforeAll(async () => {
        worker = await cluster.worker(['outcome'])
        await cluster.ready(steady)
      })
      afterAll(() => cluster.kill(worker))

      test.each(INGRESS_MOMENTS.filter((moment) => moments.includes(moment)))(
        'an ingress killed %s leaves one charge and an answer for who asks again',
        async (moment) => {
          const doomed = await cluster.ingress({ CRASH_AT: moment })
          await cluster.ready(doomed)
          const { key, keyId } = await cluster.key(10)
          const headers = { 'x-service-key': key, 'idempotency-key': randomId() }
          // A worker may be quicker than the queue's own answer: then the caller has its result before the kill.
          const first = await cluster.call(doomed, 'hash-text', BODY, headers)
          expect(moment === 'after:enqueue' ? [undefined, 200] : [undefined]).toContain(first?.status)
          await doomed.gone
          const again = await cluster.call(steady, 'hash-text', BODY, headers)
          expect(again).toMatchObject({ status: 200, body: { result: { hex: HELLO }, charge: { cents: 1 } } })
          await expectOneCharge(cluster, keyId)
        },
      )
    })

    test.each(WORKER_MOMENTS.filter((moment) => moments.includes(moment)))(
      'a worker killed %s: the caller still gets the answer, charged once',
      async (moment) => {
        const [body, hex] = moment.endsWith(':call-start') ? [SECRET_BODY, HELLO_MAC] : [BODY, HELLO]
        const doomed = await cluster.worker(['outcome'], { CRASH_AT: moment })
        await cluster.ready(steady)
        const { key, keyId } = await cluster.key(10)
        const answer = cluster.call(steady, 'hash-text', body, { 'x-service-key': key })
        await doomed.gone
        const heir = await cluster.worker(['outcome'])
        expect(await answer).toMatchObject({ status: 200, body: { result: { hex }, charge: { cents: 1 } } })
        await expectOneCharge(cluster, keyId)
        await cluster.kill(heir)
      },
    )
  })

/** Workers that are stopped and woken, or all dead, on each of these queues. */
export const describeSilence = (backends: readonly Backend[]) =>
  describe.each(backends)('when workers are silent on the %s queue', (backend) => {
    let cluster: Cluster
    let steady: Member
    beforeAll(async () => {
      cluster = await openCluster(backend)
      steady = await cluster.ingress()
      await cluster.worker(['settlement-watch'])
    })
    afterAll(() => cluster.close())

    test('a worker stopped in mid-run and woken after another took over changes nothing', async () => {
      const stopped = await cluster.worker(['outcome'], { CRASH_AT: 'before:call-finish', CRASH_BY: 'stop' })
      await cluster.ready(steady)
      const { key, keyId } = await cluster.key(10)
      const answer = cluster.call(steady, 'hash-text', BODY, { 'x-service-key': key })
      await eventually(
        async () =>
          (await cluster.db.pg.query(`select 1 from call where state = 'held' and attempt = 1`)).rowCount === 1,
      )
      const heir = await cluster.worker(['outcome'])
      expect(await answer).toMatchObject({ status: 200, body: { result: { hex: HELLO } } })
      stopped.signal('SIGCONT')
      await expectOneCharge(cluster, keyId)
      const { rows } = await cluster.db.pg.query(
        `select c.attempt from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
        [keyId],
      )
      expect(rows).toEqual([{ attempt: 2 }])
      await cluster.kill(stopped)
      await cluster.kill(heir)
    })

    test('with all workers dead the hold is given back at the deadline and the caller is told', async () => {
      const doomed = await cluster.worker(['outcome'], { CRASH_AT: 'before:call-start' })
      await cluster.ready(steady)
      const { key, keyId } = await cluster.key(10)
      const answer = await cluster.call(steady, 'hash-text', SECRET_BODY, { 'x-service-key': key })
      await doomed.gone
      expect(answer).toMatchObject({ status: 504, body: { code: 'timeout', charged_cents: 0 } })
      const { rows } = await cluster.db.pg.query(
        `select extract(epoch from c.finished_at - c.deadline) < 10 as in_time, c.state
       from call c join service_key k on k.id = c.service_key_id where k.key_id = $1`,
        [keyId],
      )
      expect(rows).toEqual([{ in_time: true, state: 'released' }])
      const later = await cluster.call(steady, 'hash-text', BODY, { 'x-service-key': key })
      expect(later).toMatchObject({ status: 503, body: { code: 'unavailable', charged_cents: 0 } })
    })
  })

/** Empties Redis many times while calls come in. */
export const testFlushes = () =>
  test('FLUSHALL under load loses no call and charges none twice', async () => {
    const cluster = await openCluster('redis')
    try {
      const [ingress, second] = await Promise.all([
        cluster.ingress(),
        cluster.ingress(),
        cluster.worker(['outcome']),
        cluster.worker(['outcome']),
        cluster.worker(['settlement-watch']),
      ])
      await cluster.ready(ingress)
      await cluster.ready(second)
      const { key, keyId } = await cluster.key(1_000)
      const { Redis } = await import('ioredis')
      const redis = new Redis(cluster.redisUrl ?? '')
      let flushes = 0
      const flush = async () => {
        await redis.flushdb()
        flushes += 1
        // On a slow machine nothing would ever come through between two of them.
        if (flushes === MOST_FLUSHES) clearInterval(flushing)
      }
      const flushing = setInterval(() => void flush(), 40)
      const answers = await Promise.all(
        Array.from({ length: 400 }, (_, nth) =>
          cluster.call(nth % 2 === 0 ? ingress : second, 'hash-text', BODY, { 'x-service-key': key }),
        ),
      )
      clearInterval(flushing)
      redis.disconnect()
      expect(flushes).toBeGreaterThan(3)
      const paid = answers.filter((answer) => answer?.status === 200)
      expect(answers.filter((answer) => answer?.status !== 200 && answer?.status !== 503)).toEqual([])
      expect(paid.length).toBeGreaterThan(100)
      await eventually(async () => (await openCalls(cluster)) === 0)
      const { rows } = await cluster.db.pg.query<{ posted: number; held: number }>(
        `select a.posted::int as posted, a.held::int as held from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
        [keyId],
      )
      expect(rows).toEqual([{ posted: (1_000 - paid.length) * 10_000, held: 0 }])
      expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    } finally {
      await cluster.close()
    }
  })
