import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptKeyed, type KeyedCall } from '#shared/calls/accept-keyed.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import { createLog } from '#shared/log.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { openQueues, type QueueBackend } from '#shared/queues/backend.ts'
import type { Pool } from '#shared/calls/pools.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'
import { eventually, QUEUES_IN_TURN, testEnv } from '#test/support/world/world.ts'

const HELLO = { text: 'hello' }
const HOSTILE = { PRELOAD: 'hostile/hostile-outcomes.ts' }
const mint = credentialMint(testEnv('', undefined)['SERVER_SECRET'] ?? '', 'test')

describe.each(QUEUES_IN_TURN)('what a worker finds on the %s queue', (backend) => {
  let cluster: Cluster
  let queues: QueueBackend
  let ingress: Member
  let worker: Member
  beforeAll(async () => {
    cluster = await openCluster(backend)
    queues = openQueues({ redisUrl: cluster.redisUrl, databaseUrl: cluster.database.url, log: createLog('silent') })
    ;[ingress, worker] = await Promise.all([
      cluster.ingress(HOSTILE),
      cluster.worker(['outcome'], { ...HOSTILE, THREADS: '2' }),
      cluster.worker(['settlement-watch']),
    ])
    await cluster.ready(ingress)
  })
  afterAll(async () => {
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await queues.close()
    await cluster.close()
  })

  /** Puts a job on a queue by hand and waits until nothing waits or runs there. */
  const work = async (jobs: unknown[], pool: Pool = 'outcome') => {
    // Safe: what is put there is not what the type says, on purpose.
    for (const data of jobs) await queues.queue(pool).add('calls', data as never)
    await eventually(async () => {
      const counts = await queues.queue(pool).getJobCounts('waiting', 'active', 'delayed', 'prioritized')
      return Object.values(counts).every((count) => count === 0)
    })
  }

  /** Accepts a call as the ingress does, without telling the queue. */
  const held = async (key: string, more: Partial<KeyedCall> = {}) => {
    const call = { ...keyedCall(mint, key, 1), input: JSON.stringify(HELLO), ...more }
    expect(await acceptKeyed(cluster.db.pg, [call], 'nobody')).toMatchObject([{ kind: 'accepted' }])
    return call.callId
  }

  const callRow = async (callId: string) => {
    const { rows } = await cluster.db.pg.query<{ state: string; attempt: number; refusal: string | null }>(
      'select state, attempt, refusal from call where id = $1',
      [callId],
    )
    return rows[0]
  }
  const wallet = async (keyId: string) => {
    const { rows } = await cluster.db.pg.query<{ posted: number; held: number; captures: number }>(
      `select a.posted::int, a.held::int,
         (select count(*)::int from call c where c.account_id = a.id and c.journal_id is not null) as captures
       from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return rows[0]
  }

  test('jobs of another version’s or nobody’s shape are dropped, once, and the next call is served', async () => {
    const id = randomUUID()
    await work([
      {},
      [],
      7,
      'text',
      { callId: id },
      { id },
      { ids: id },
      { ids: [] },
      { ids: ['no uuid'] },
      { ids: Array.from({ length: 65 }, () => id) },
      { ids: [id], suspect: 'maybe' },
      { task: 'no such task' },
      { task: 7 },
      { media: id },
      { media: '../../etc/passwd' },
    ])
    const { failed } = await queues.queue('outcome').getJobCounts('failed')
    expect(failed).toBe(0)
    expect(worker.child.exitCode).toBeNull()
    expect(worker.log()).toContain('a job of unknown shape was dropped')
    const { key } = await cluster.key(1)
    expect(await cluster.call(ingress, 'hash-text', HELLO, { 'x-service-key': key })).toMatchObject({ status: 200 })
  })

  test('a call of an outcome this version does not have, or with an input it cannot read, is released at once', async () => {
    const { key, keyId } = await cluster.key(10)
    const calls = [
      await held(key, { slug: 'no-such-outcome' }),
      await held(key, { input: '{"words":["of","an","older","form"]}' }),
    ]
    await work([{ ids: calls }])
    for (const callId of calls) {
      expect(await callRow(callId)).toEqual({
        state: 'released',
        attempt: 1,
        refusal: expect.stringContaining('"code":"internal"'),
      })
    }
    expect(await wallet(keyId)).toEqual({ posted: 100_000, held: 0, captures: 0 })
  })

  test('a call that does not exist, is over, or belongs to another pool is left alone, whatever else the job says', async () => {
    const { key, keyId } = await cluster.key(10)
    const paid = await cluster.call(ingress, 'hash-text', HELLO, { 'x-service-key': key })
    const over = String(paid?.body['call_id']).replace(/^call_/, '')
    // With a deadline far away and as if queued just now, so that nobody but this job brings it up.
    const elsewhere = await held(key, { slug: 'hostile-elsewhere', pool: 'pdf-extract', input: '{"ms":1}' })
    await work([
      { ids: [randomUUID(), over, elsewhere], price: 999, keyId: 'of somebody else' },
      { ids: [elsewhere], suspect: true },
    ])
    expect(await callRow(elsewhere)).toMatchObject({ state: 'held', attempt: 0 })
    expect(await callRow(over)).toMatchObject({ state: 'captured', attempt: 1 })
    expect(await wallet(keyId)).toEqual({ posted: 90_000, held: 10_000, captures: 1 })
    expect(await releaseUnstarted(cluster.db.pg, elsewhere)).toBe(true)
  })

  test('one call on the queue two hundred times runs once and is charged once', async () => {
    const { key, keyId } = await cluster.key(10)
    const callId = await held(key)
    const alone = Array.from({ length: 100 }, () => ({ ids: [callId] }))
    await work([
      ...alone,
      { ids: Array.from({ length: 64 }, () => callId) },
      ...alone.map((job) => ({ ...job, suspect: true })),
    ])
    expect(await callRow(callId)).toEqual({ state: 'captured', attempt: 1, refusal: null })
    expect(await wallet(keyId)).toEqual({ posted: 90_000, held: 0, captures: 1 })
    await eventually(() => worker.log().includes(callId))
    expect(
      worker
        .log()
        .split('\n')
        .filter((line) => line.includes(callId)),
    ).toHaveLength(1)
  })

  test('endless loops are stopped at their time limit, uncharged, and hold up nobody who needs no thread', async () => {
    const { key, keyId } = await cluster.key(50)
    const headers = { 'x-service-key': key }
    const loops = ['one', 'two', 'three'].map((label) => cluster.call(ingress, 'hostile-loop', { label }, headers))
    const looping = async () => {
      const { rowCount } = await cluster.db.pg.query(
        `select from call where slug = 'hostile-loop' and state = 'running'`,
      )
      return rowCount
    }
    await eventually(async () => (await looping()) === 3)
    const quick = await Promise.all(
      Array.from({ length: 10 }, () => cluster.call(ingress, 'hash-text', HELLO, headers)),
    )
    expect(quick.map((answer) => answer?.status)).toEqual(quick.map(() => 200))
    expect(await looping()).toBe(3)
    for (const answer of await Promise.all(loops)) {
      expect(answer).toMatchObject({ status: 504, body: { code: 'timeout', charged_cents: 0 } })
    }
    // The threads were ended for real: the next one that needs a thread has it.
    const repaired = await cluster.call(ingress, 'json-repair', { text: '{a: 1,}' }, headers)
    expect(repaired).toMatchObject({ status: 200 })
    expect(worker.child.exitCode).toBeNull()
    expect(await wallet(keyId)).toMatchObject({ held: 0, captures: 11 })
  })

  test('who sends endless loops is refused after a few, waiting for the answers or not; nobody else is', async () => {
    const strict = await cluster.ingress({ ...HOSTILE, LIMITS: 'normal' })
    await cluster.ready(strict)
    const [own, other] = [await cluster.key(10), await cluster.key(10)]
    const call = (slug: string, body: unknown, { key }: { key: string }, more = {}) =>
      cluster.call(strict, slug, body, { 'x-service-key': key, ...more })
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => call('hostile-loop', {}, own)),
      ...[1, 2, 3].map(() => call('hostile-loop', {}, own, { prefer: 'respond-async' })),
    ])
    const looped = { status: 504, body: { ran_ms: 2_000, charged_cents: 0 } }
    expect(answers).toMatchObject([looped, looped, looped, { status: 202 }, { status: 202 }, { status: 202 }])
    await eventually(async () => (await call('hostile-loop', {}, own))?.status === 429)
    expect(await call('json-repair', { text: '{a: 1,}' }, own)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', charged_cents: 0, retry_after_s: 30 },
    })
    expect(await call('hash-text', HELLO, own)).toMatchObject({ status: 200 })
    expect(await call('json-repair', { text: '{a: 1,}' }, other)).toMatchObject({ status: 200 })
  })
})
