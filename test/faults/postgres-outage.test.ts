import { afterAll, beforeAll, expect, test } from 'vitest'

import { openClient } from '../support/world/client.ts'
import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { expectSettled } from '../support/world/expect-settled.ts'
import { type OwnPostgres, ownPostgres } from '../support/world/own-postgres.ts'
import { BACKENDS, eventually } from '../support/world/world.ts'

const MINUTE_MS = 60_000

let postgres: OwnPostgres
beforeAll(async () => {
  postgres = await ownPostgres()
})
afterAll(() => postgres.close())

test.each(BACKENDS)(
  'with the %s queue a database that is away for a minute: refused meanwhile, settled within ten seconds of its return',
  async (backend) => {
    const cluster = await openCluster(backend, { databaseUrl: await postgres.migrated(`product_${backend}`) })
    try {
      const [ingress, worker] = await Promise.all([
        cluster.ingress(),
        cluster.worker(['outcome']),
        cluster.worker(['settlement-watch']),
      ])
      await cluster.ready(ingress)
      await expectMinuteSurvived(cluster, ingress, worker)
    } finally {
      await cluster.close()
    }
  },
)

async function expectMinuteSurvived(cluster: Cluster, ingress: Member, worker: Member) {
  const client = await openClient(cluster)
  await client.untilServed(ingress)
  worker.signal('SIGSTOP')
  const { answers } = await client.hold(ingress, 10)
  const before = await client.wallet()

  await postgres.down('SIGQUIT')
  worker.signal('SIGCONT')
  await client.expectUnavailable(ingress, MINUTE_MS)
  expect((await fetch(`${ingress.baseUrl}/api/v1/outcomes/meta`)).status).toBe(200)
  expect((await fetch(`${ingress.baseUrl}/readyz`)).status).toBe(503)
  // They waited as long as anybody may, and can read what became of their calls.
  expect((await answers).map((answer) => answer?.status)).toEqual(Array.from({ length: 10 }, () => 202))
  await postgres.up()

  expect((await client.wallet()).posted).toBe(before.posted)
  await eventually(async () => (await client.wallet()).held === 0, 10_000)
  await client.untilServed(ingress)
  await expectSettled(cluster, client.told)
  const first = (await answers)[0]
  const read = await fetch(ingress.baseUrl + String(first?.headers.get('location')), {
    headers: { 'x-call-token': String(first?.body['call_token']) },
  })
  expect(await read.json()).toMatchObject({ ok: false, code: 'timeout', charged_cents: 0 })
}
