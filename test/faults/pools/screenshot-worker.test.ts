import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { pidsOf } from '#workers/browser/chromium/process-group.ts'

import { chromiumsOf, openSite } from '#test/support/labs/browser-lab.ts'
import { openCluster } from '#test/support/world/cluster.ts'
import { eventually } from '#test/support/world/world.ts'

let site: Awaited<ReturnType<typeof openSite>>
beforeAll(async () => {
  site = await openSite({
    '/slow': '<!doctype html><title>Green</title><img src="/never">',
    '/never': () => undefined,
  })
})
afterAll(() => site.close())

/** Resolves when one more page that never finishes is being pictured. */
const slowPageOpened = async (before: number) =>
  eventually(() => site.hits.filter((path) => path === '/never').length > before)
const slowPages = () => site.hits.filter((path) => path === '/never').length

describe('a screenshot worker', () => {
  let cluster: Awaited<ReturnType<typeof openCluster>>
  const settings = () => ({ EGRESS_ALLOW: site.allow, SHUTDOWN_GRACE_MS: '15000' })
  beforeAll(async () => {
    cluster = await openCluster('postgres')
    await cluster.worker(['settlement-watch'])
  })
  afterAll(() => cluster.close())

  const browserOf = async (worker: { child: { pid?: number | undefined } }) => {
    let found: number[] = []
    await eventually(() => (found = chromiumsOf(worker.child.pid ?? 0)).length === 1)
    return found[0] ?? 0
  }

  test('that is killed takes its browser with it; the call goes on elsewhere and is charged once', async () => {
    const ingress = await cluster.ingress()
    const doomed = await cluster.worker(['screenshot'], settings())
    await cluster.ready(ingress, 'screenshot')
    const { key, keyId } = await cluster.key(10)
    const seen = slowPages()
    const answer = cluster.call(
      ingress,
      'screenshot',
      { url: site.url('/slow'), wait_until: 'domcontentloaded', delay_ms: 3_000 },
      { 'x-service-key': key },
    )
    await slowPageOpened(seen)
    const browser = await browserOf(doomed)
    await cluster.kill(doomed)
    await eventually(() => pidsOf(browser).length === 0)
    await cluster.worker(['screenshot'], settings())
    expect(await answer).toMatchObject({ status: 200, body: { result: { title: 'Green' }, charge: { cents: 2 } } })
    const { rows } = await cluster.db.pg.query(
      'select posted::int, held::int from account a join service_key k on k.account_id = a.id where k.key_id = $1',
      [keyId],
    )
    expect(rows).toEqual([{ posted: 80_000, held: 0 }])
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  })

  test('that is asked to stop finishes the picture and then ends its browser', async () => {
    const ingress = await cluster.ingress()
    const worker = cluster.members.at(-2)
    if (worker === undefined) throw new Error('no worker')
    await cluster.ready(ingress, 'screenshot')
    const { key } = await cluster.key(10)
    const seen = slowPages()
    const answer = cluster.call(
      ingress,
      'screenshot',
      { url: site.url('/slow'), wait_until: 'domcontentloaded', delay_ms: 2_000 },
      { 'x-service-key': key },
    )
    await slowPageOpened(seen)
    const browser = await browserOf(worker)
    worker.signal('SIGTERM')
    expect(await answer).toMatchObject({ status: 200 })
    await worker.gone
    // Killed with the worker, but a busy kernel takes a moment to end it.
    await eventually(() => pidsOf(browser).length === 0)
  })
})
