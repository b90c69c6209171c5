import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { pauseOutcome } from '#shared/calls/pause-outcome.ts'
import { audit } from '#shared/money/audit/audit.ts'

import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { BACKENDS, eventually } from '../support/world/world.ts'

const HELLO = { text: 'hello' }
const HOSTILE = { PRELOAD: 'hostile/hostile-outcomes.ts' }

describe.each(BACKENDS)('on the %s queue', (backend) => {
  let cluster: Cluster
  let ingress: Member
  beforeAll(async () => {
    cluster = await openCluster(backend)
    ;[ingress] = await Promise.all([cluster.ingress(HOSTILE), cluster.worker(['settlement-watch'])])
  })
  afterAll(async () => {
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    await cluster.close()
  })

  const call = (slug: string, body: unknown, key: string) => cluster.call(ingress, slug, body, { 'x-service-key': key })
  const wallet = async (keyId: string) => {
    const { rows } = await cluster.db.pg.query<{ posted: number; held: number }>(
      `select a.posted::int, a.held::int from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
      [keyId],
    )
    return rows[0]
  }
  const workers = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => cluster.worker(['outcome'], { ...HOSTILE, OUTCOME_CONCURRENCY: '20' })),
    )
  /** A pause that another test left behind is over. */
  const allPausesOver = () => cluster.db.pg.query('delete from outcome_pause')

  test('a call that kills its worker costs two of them; it is released, its outcome rests, and all others are served', async () => {
    const pool = await workers(4)
    await cluster.ready(ingress)
    const { key: poisoner, keyId: poisonerId } = await cluster.key(10)
    const { key, keyId } = await cluster.key(100)

    // Neighbours that run for a while beside it: they lose their worker as well, once.
    const neighbours = Array.from({ length: 3 }, (_, nth) => call('hostile-slow', { ms: 600, label: `${nth}` }, key))
    await eventually(
      async () =>
        (await cluster.db.pg.query(`select from call where slug = 'hostile-slow' and state = 'running'`)).rowCount ===
        3,
    )
    const poison = await call('hostile-exit', {}, poisoner)
    expect(poison).toMatchObject({ status: 500, body: { code: 'internal', charged_cents: 0 } })
    expect(pool.filter(({ child }) => child.signalCode === 'SIGKILL')).toHaveLength(2)

    for (const answer of await Promise.all(neighbours)) expect(answer?.status).toBe(200)
    const { rows } = await cluster.db.pg.query(`select state, attempt from call where slug = 'hostile-exit'`)
    expect(rows).toEqual([{ state: 'released', attempt: 3 }])

    // The next one of its kind is refused at the door, and kills nobody; of another kind, it is served.
    await eventually(async () => (await call('hostile-exit', {}, poisoner))?.status === 503)
    const refused = await call('hostile-exit', {}, poisoner)
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', charged_cents: 0, retryable: true } })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(10)
    expect(await call('hash-text', HELLO, key)).toMatchObject({ status: 200 })
    expect(pool.filter(({ child }) => child.signalCode === 'SIGKILL')).toHaveLength(2)
    expect(await wallet(poisonerId)).toEqual({ posted: 100_000, held: 0 })
    expect(await wallet(keyId)).toEqual({ posted: (100 - 4) * 10_000, held: 0 })

    // What rested once rests longer the next time, until things went well for a while.
    const strikes = async (after: string) => {
      await cluster.db.pg.query(`update outcome_pause set paused_until = now() - $1::interval`, [after])
      await Promise.all([1, 2, 3].map(() => pauseOutcome(cluster.db.pg, 'hostile-exit')))
      const { rows: pauses } = await cluster.db.pg.query<{ slug: string; strikes: number; seconds: number }>(
        `select slug, strikes, round(extract(epoch from paused_until - now()) / 10)::int * 10 as seconds from outcome_pause`,
      )
      return pauses
    }
    expect(await strikes('1 second')).toEqual([{ slug: 'hostile-exit', strikes: 2, seconds: 20 }])
    expect(await strikes('1 second')).toEqual([{ slug: 'hostile-exit', strikes: 3, seconds: 40 }])
    expect(await strikes('11 minutes')).toEqual([{ slug: 'hostile-exit', strikes: 1, seconds: 10 }])
    await Promise.all(pool.map((worker) => cluster.kill(worker)))
  })

  test('a call that hangs its worker costs two of them, and no call of others is lost with them', async () => {
    await allPausesOver()
    const pool = await workers(3)
    await cluster.ready(ingress)
    const { key: poisoner, keyId: poisonerId } = await cluster.key(10)
    const { key, keyId } = await cluster.key(100)
    const hang = call('hostile-hang', {}, poisoner)
    const others = Array.from({ length: 30 }, () => call('hash-text', HELLO, key))
    expect(await hang).toMatchObject({ status: 500, body: { code: 'internal', charged_cents: 0 } })
    for (const answer of await Promise.all(others)) expect(answer?.status).toBe(200)
    await eventually(async () => (await call('hostile-hang', {}, poisoner))?.status === 503)
    expect(await call('hash-text', HELLO, key)).toMatchObject({ status: 200 })
    expect(await wallet(poisonerId)).toEqual({ posted: 100_000, held: 0 })
    expect(await wallet(keyId)).toEqual({ posted: (100 - 31) * 10_000, held: 0 })
    await Promise.all(pool.map((worker) => cluster.kill(worker)))
  })
})
