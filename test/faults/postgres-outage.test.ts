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

  await eventually(async () => (await client.wallet()).held === 0, 10_000)
  const { posted } = await client.wallet()
  await client.untilServed(ingress)
  await expectSettled(cluster, client.told)
  // Whoever comes back first decides: the sweeper that gives back what is overdue, or the worker that still runs it.
  let ran = 0
  for (const answer of await answers) {
    const read = await fetch(ingress.baseUrl + String(answer?.headers.get('location')), {
      headers: { 'x-call-token': String(answer?.body['call_token']) },
    })
    const final: unknown = await read.json()
    if (Object(final)['ok'] === true) ran += 1
    else expect(final).toMatchObject({ ok: false, code: 'timeout', charged_cents: 0 })
  }
  expect(posted).toBe(before.posted - ran * 10_000)
}
