import { expect, inject, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type Cluster, type Member, openCluster } from '#test/support/world/cluster.ts'
import { cloneDatabase } from '#test/support/world/database.ts'
import { ownRedisUrl } from '#test/support/world/own-redis.ts'
import { cuttableProxy } from '#test/support/fakes/proxy.ts'
import { BACKENDS, eventually } from '#test/support/world/world.ts'

const call = (cluster: Cluster, ingress: Member, key: string) =>
  cluster.call(ingress, 'hash-text', { text: 'hello' }, { 'x-service-key': key })

test.each(BACKENDS)(
  'on the %s queue processes that start before their servers, and outlive an outage, recover without a restart',
  async (backend) => {
    const database = await cloneDatabase()
    const toPostgres = await cuttableProxy(database.url)
    const toRedis = await cuttableProxy(await ownRedisUrl(inject('redisUrl')))
    const cluster = await openCluster(backend, { databaseUrl: database.url, redisUrl: toRedis.url })
    try {
      toPostgres.cut()
      toRedis.cut()
      const behindProxy = { DATABASE_URL: toPostgres.url }
      const ingress = await cluster.ingress(behindProxy)
      const workers = [
        cluster.spawnWorker(['outcome'], behindProxy),
        cluster.spawnWorker(['settlement-watch'], behindProxy),
      ]
      const { key, keyId } = await cluster.key(50)

      const during = await call(cluster, ingress, key)
      expect(during).toMatchObject({ status: 503, body: { code: 'unavailable', charged_cents: 0 } })
      expect((await fetch(`${ingress.baseUrl}/api/v1/outcomes/meta`)).status).toBe(200)
      expect((await fetch(`${ingress.baseUrl}/readyz`)).status).toBe(503)

      toPostgres.restore()
      toRedis.restore()
      await eventually(async () => (await call(cluster, ingress, key))?.status === 200)

      toPostgres.cut()
      toRedis.cut()
      expect(await call(cluster, ingress, key)).toMatchObject({ status: 503, body: { charged_cents: 0 } })
      toPostgres.restore()
      toRedis.restore()
      await eventually(async () => (await call(cluster, ingress, key))?.status === 200)

      expect(workers.every(({ child }) => child.exitCode === null)).toBe(true)
      await eventually(
        async () => (await cluster.db.pg.query(`select from call where finished_at is null`)).rowCount === 0,
      )
      const { rows } = await cluster.db.pg.query<{ paid: number; posted: number; held: number }>(
        `select a.posted::int as posted, a.held::int as held, (select count(*)::int from call c where c.account_id = a.id and c.state = 'captured') as paid
       from account a join service_key k on k.account_id = a.id where k.key_id = $1`,
        [keyId],
      )
      expect(rows[0]).toMatchObject({ posted: 500_000 - (rows[0]?.paid ?? 0) * 10_000, held: 0 })
      expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
    } finally {
      await cluster.close()
      await Promise.all([toPostgres.close(), toRedis.close()])
      await database.drop()
    }
  },
)
