import { afterAll, beforeAll, expect, test } from 'vitest'

import { countOffered } from '#shared/calls/count-offered.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import { startCalls } from '#shared/calls/start.ts'
import { storeUnsettled } from '#shared/calls/store-unsettled.ts'
import { createLog } from '#shared/log.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { type JobData, openQueues, type QueueBackend } from '#shared/queues/backend.ts'

import { type ScriptedFacilitator, startScriptedFacilitator } from '#test/support/fakes/scripted-facilitator.ts'
import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { type BasePayload, encoded, payOnBase, proofOf } from '#test/support/world/x402-payment.ts'
import { type Answer, eventually } from '#test/support/world/world.ts'

const SLUG = 'hash-text'
const BODY = { text: 'hello' }

let cluster: Cluster
let chain: ScriptedFacilitator
let queues: QueueBackend
let ingress: Member
let worker: Member
beforeAll(async () => {
  chain = await startScriptedFacilitator()
  cluster = await openCluster('redis')
  queues = openQueues({ redisUrl: cluster.redisUrl, databaseUrl: cluster.database.url, log: createLog('silent') })
  const env = { SETTLEMENT_URL: chain.url }
  ;[ingress, worker] = await Promise.all([
    cluster.ingress(env),
    cluster.worker(['outcome'], env),
    cluster.worker(['settlement-watch'], env),
  ])
  await cluster.ready(ingress)
})
afterAll(async () => {
  await eventually(async () => (await open()) === 0, 20_000)
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await queues.close()
  await cluster.close()
  await chain.close()
})

const open = async () => (await cluster.db.pg.query(`select from call where finished_at is null`)).rowCount

type Sent = { payload: BasePayload; callId: string; job: JobData; answer: Promise<Answer | null> }

/** Pays a call while the worker stands still, and takes its job off the queue. */
async function sent(): Promise<Sent> {
  const challenge = await cluster.call(ingress, SLUG, BODY, {})
  if (challenge === null) throw new Error('the ingress does not answer')
  const payload = payOnBase(challenge)
  const outcomes = queues.queue('outcome')
  // The call before may be answered by the first of several jobs.
  await eventually(async () => (await outcomes.getJobs(['waiting', 'active'])).length === 0)
  worker.signal('SIGSTOP')
  const answer = cluster.call(ingress, SLUG, BODY, { 'payment-signature': encoded(payload) })
  let job: JobData | undefined
  await eventually(async () => {
    job = (await outcomes.getJobs(['waiting', 'active']))[0]?.data
    return job !== undefined
  })
  await outcomes.obliterate({ force: true })
  const { rows } = await cluster.db.pg.query<{ call_id: string }>(
    `select call_id from payment_proof where lower(proof) = $1`,
    [proofOf(payload)],
  )
  const [{ call_id: callId } = { call_id: '' }] = rows
  return { payload, callId, job: job ?? {}, answer }
}

const add = (job: JobData, timestamp = Date.now()) => queues.queue('outcome').add('calls', job, { timestamp })

/** What a worker of the release before reads of a job. */
const asFormerly = ({ ids = [] }: JobData): JobData => ({ ids })

const rowOf = async (callId: string) =>
  (await cluster.db.pg.query(`select state, attempt, lease_until from call where id = $1`, [callId])).rows[0] as
    | { state: string; attempt: number; lease_until: string | null }
    | undefined
const transfersOf = (payload: BasePayload) => chain.transfers.filter(({ proof }) => proof === proofOf(payload))

const JOBS: [string, (job: JobData) => Promise<unknown>][] = [
  ['comes three times', (job) => Promise.all([add(job), add(job), add(job)])],
  ['is read by a worker that knows no offers', (job) => add(asFormerly(job))],
  ['is read by both kinds of workers', (job) => Promise.all([add(job), add(asFormerly(job)), add(job)])],
  ['is so old that the sweeper may have sent another', (job) => add(job, Date.now() - 5_000)],
  ['is lost', async () => {}],
  ['holds what was not sealed here', ({ ids = [] }) => add({ ids, offers: ids.map((id) => ({ id, sealed: 'AAAA' })) })],
]

test.each(JOBS)('an offered attempt whose job %s is settled once, as attempt 1', async (_, deliver) => {
  const { callId, payload, job, answer } = await sent()
  try {
    expect(job).toMatchObject({ ids: [callId], offers: [{ id: callId }] })
    // As any call that nobody has started, for workers of every release and for the sweeper.
    expect(await rowOf(callId)).toEqual({ state: 'held', attempt: 0, lease_until: null })
    await deliver(job)
  } finally {
    worker.signal('SIGCONT')
  }
  expect(await answer).toMatchObject({ status: 200, body: { charge: { payment: { state: 'settled' } } } })
  expect(await rowOf(callId)).toMatchObject({ state: 'captured', attempt: 1 })
  expect(transfersOf(payload)).toHaveLength(1)
})

test('its result is stored for nobody once another attempt has begun, it was counted, or its caller left', async () => {
  const [started, counted, left] = [await sent(), await sent(), await sent()]
  const { pg } = cluster.db
  const store = ({ callId }: Sent, attempt: number) =>
    storeUnsettled(pg, { callId, attempt, runMs: 1, result: '{}', steps: null, durable: true })
  try {
    expect(await startCalls(pg, [started.callId])).toMatchObject([{ attempt: 1 }])
    await countOffered(pg, [started.callId, counted.callId])
    expect(await releaseUnstarted(pg, left.callId)).toBe(true)
    for (const one of [started, counted, left]) expect(await store(one, 0)).toBeNull()

    // A worker that it may have ended counts: the next attempt is the second.
    expect(await startCalls(pg, [counted.callId])).toMatchObject([{ attempt: 2 }])
    expect(await store(started, 1)).not.toBeNull()
    expect(await store(counted, 2)).not.toBeNull()
    await pg.query(`update payment_proof set next_try_at = now() where state = 'settling'`)
  } finally {
    worker.signal('SIGCONT')
  }
  const answers = await Promise.all([started, counted, left].map(({ answer }) => answer))
  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 503])
  expect([started, counted, left].map(({ payload }) => transfersOf(payload).length)).toEqual([1, 1, 0])
})

test('the database takes a result without a start from a call that nobody has started, and from no other', async () => {
  const { callId, answer, job } = await sent()
  const settling = (changes: string) =>
    cluster.db.pg.query(`update call set state = 'settling', result = '{}', input = null${changes} where id = $1`, [
      callId,
    ])
  try {
    await expect(settling('')).rejects.toThrow(/may not go from held to settling/)
    await expect(settling(', attempt = 2')).rejects.toThrow(/may not go from held to settling/)
    await cluster.db.pg.query(`update call set lease_until = now() where id = $1`, [callId])
    await expect(settling(', attempt = 1')).rejects.toThrow(/may not go from held to settling/)
    await cluster.db.pg.query(`update call set lease_until = null where id = $1`, [callId])
    await add(job)
  } finally {
    worker.signal('SIGCONT')
  }
  expect(await answer).toMatchObject({ status: 200 })
})
