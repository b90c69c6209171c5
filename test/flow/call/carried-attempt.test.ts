import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { acceptKeyed } from '#shared/calls/accept-keyed.ts'
import { finishCalls } from '#shared/calls/finish.ts'
import { attemptSealer } from '#shared/calls/carried-attempt.ts'
import { releaseUnstarted } from '#shared/calls/release.ts'
import { startCalls } from '#shared/calls/start.ts'
import { createLog } from '#shared/log.ts'
import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'
import { openQueues, type QueueBackend } from '#shared/queues/backend.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { keyedCall } from '#test/support/world/keyed-call.ts'
import { BACKENDS, eventually, testEnv } from '#test/support/world/world.ts'

const SECRET = testEnv('', undefined)['SERVER_SECRET'] ?? ''
const mint = credentialMint(SECRET, 'test')
const attempts = attemptSealer(SECRET)
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'

describe.each(BACKENDS)('a first attempt that travels with its job, on the %s queue', (backend) => {
  let cluster: Cluster
  let queues: QueueBackend
  let worker: Member
  beforeAll(async () => {
    cluster = await openCluster(backend)
    queues = openQueues({ redisUrl: cluster.redisUrl, databaseUrl: cluster.database.url, log: createLog('silent') })
    ;[worker] = await Promise.all([cluster.worker(['outcome']), cluster.worker(['settlement-watch'])])
  })
  afterAll(async () => {
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await queues.close()
    await cluster.close()
  })

  /** Accepts a call whose job carries its first attempt, as the ingress does, without telling the queue. */
  const accepted = async () => {
    const { key, keyId } = await cluster.key(10)
    const call = { ...keyedCall(mint, key, 1), input: '{"text":"hello"}', isCarried: true }
    expect(await acceptKeyed(cluster.db.pg, [call], 'nobody')).toMatchObject([{ kind: 'accepted' }])
    const { callId, slug, timeoutMs, input } = call
    return {
      callId,
      keyId,
      sealed: attempts.seal(callId, { slug, timeoutMs, replyTo: 'nobody', accountId: null, input }),
    }
  }
  const deliver = (jobs: { id: string; sealed: string }[][]) =>
    Promise.all(jobs.map((own) => queues.queue('outcome').add('calls', { ids: [], carried: own })))
  const rowOf = async (callId: string) =>
    (await cluster.db.pg.query(`select state, attempt, result from call where id = $1`, [callId])).rows[0] as
      | { state: string; attempt: number; result: string | null }
      | undefined
  const walletOf = async (keyId: string) =>
    (
      await cluster.db.pg.query(
        `select a.posted::int, a.held::int from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
        [keyId],
      )
    ).rows[0] as { posted: number; held: number } | undefined
  const untilFinal = (callId: string) =>
    eventually(async () => ['captured', 'released'].includes((await rowOf(callId))?.state ?? ''), 15_000)

  const CHARGED = { posted: 90_000, held: 0 }

  test('is charged once when its job comes three times', async () => {
    const { callId, keyId, sealed } = await accepted()
    const carried = { id: callId, sealed }
    await deliver([[carried, carried], [carried]])
    await untilFinal(callId)
    await deliver([[carried]])
    expect(await rowOf(callId)).toMatchObject({ state: 'captured', attempt: 1, result: expect.stringContaining(HELLO) })
    expect(await walletOf(keyId)).toEqual(CHARGED)
  })

  test('is run as a second attempt when its job is lost', async () => {
    const { callId, keyId } = await accepted()
    await untilFinal(callId)
    expect(await rowOf(callId)).toMatchObject({ state: 'captured', attempt: 2 })
    expect(await walletOf(keyId)).toEqual(CHARGED)
  })

  test('is not taken from a job that was sealed for another call or by nobody of ours', async () => {
    const [mine, other] = [await accepted(), await accepted()]
    await deliver([
      [
        { id: mine.callId, sealed: other.sealed },
        { id: mine.callId, sealed: 'AAAA' },
      ],
    ])
    await untilFinal(mine.callId)
    // The sweeper found it; what the forged job said never ran.
    expect(await rowOf(mine.callId)).toMatchObject({ state: 'captured', attempt: 2 })
    expect(await walletOf(mine.keyId)).toEqual(CHARGED)
    await untilFinal(other.callId)
  })

  test('ends for nobody once the next attempt has begun, or its caller left', async () => {
    worker.signal('SIGSTOP')
    const [first, left] = [await accepted(), await accepted()]
    const end = (callId: string, attempt: number) => ({ callId, attempt, runMs: 1, result: '{}' })
    try {
      expect(await startCalls(cluster.db.pg, [first.callId])).toEqual([])
      await cluster.db.pg.query(`update call set lease_until = now() - interval '1 second' where id = $1`, [
        first.callId,
      ])
      expect(await startCalls(cluster.db.pg, [first.callId])).toMatchObject([{ attempt: 2 }])
      expect(await finishCalls(cluster.db.pg, [end(first.callId, 1)])).toEqual(new Set())
      expect(await finishCalls(cluster.db.pg, [end(first.callId, 2)])).toEqual(new Set([first.callId]))
      expect(await releaseUnstarted(cluster.db.pg, left.callId)).toBe(true)
      expect(await finishCalls(cluster.db.pg, [end(left.callId, 1), end(first.callId, 2)])).toEqual(new Set())
    } finally {
      worker.signal('SIGCONT')
    }
    expect(await walletOf(first.keyId)).toEqual(CHARGED)
    expect(await walletOf(left.keyId)).toEqual({ posted: 100_000, held: 0 })
  })

  test('begins only for a call that was accepted so: another held call has no attempt to end', async () => {
    const { key } = await cluster.key(10)
    const call = { ...keyedCall(mint, key, 1), pool: 'router-workflow' as const }
    await acceptKeyed(cluster.db.pg, [call], 'nobody')
    for (const attempt of [0, 1]) {
      const ended = await finishCalls(cluster.db.pg, [{ callId: call.callId, attempt, runMs: 1, result: '{}' }])
      expect(ended).toEqual(new Set())
    }
    await expect(
      cluster.db.pg.query(
        `update call set state = 'captured', result = '{}', finished_at = now(), input = null where id = $1`,
        [call.callId],
      ),
    ).rejects.toThrow(/may not go from held to captured/)
    await releaseUnstarted(cluster.db.pg, call.callId)
  })
})
