import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { eventually } from '../support/world/world.ts'

const HELLO = { text: 'hello' }
/** As shipped: the other tests switch the limits off. */
const SHIPPED = { LIMITS: 'normal', PRELOAD: 'hostile/hostile-outcomes.ts' }
const MODEST = 4
const SECONDS = 10

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster('redis')
  await Promise.all([cluster.worker(['outcome'], SHIPPED), cluster.worker(['settlement-watch'])])
})
afterAll(async () => {
  await eventually(
    async () => (await cluster.db.pg.query('select from call where finished_at is null')).rowCount === 0,
    60_000,
  )
  expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  await cluster.close()
})

const at = (sorted: number[], share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10

/** Modest tenants, each with a key of its own, two calls a second; every call has to be answered. */
async function modest(ingress: Member, slug = 'hash-text', body: unknown = HELLO): Promise<number[]> {
  const keys = await Promise.all(Array.from({ length: MODEST }, () => cluster.key(1_000)))
  const took: number[] = []
  await Promise.all(
    keys.map(async ({ key }, nth) => {
      await pause(nth * 50)
      for (const until = performance.now() + SECONDS * 1_000; performance.now() < until; await pause(500)) {
        const began = performance.now()
        const answer = await cluster.call(ingress, slug, body, { 'x-service-key': key })
        expect(answer).toMatchObject({ status: 200 })
        took.push(performance.now() - began)
      }
    }),
  )
  return took.toSorted((one, other) => one - other)
}
const told = (sorted: number[]) => `p50 ${at(sorted, 0.5)}, p99 ${at(sorted, 0.99)} ms of ${sorted.length}`

/** Calls of one tenant until stopped: on so many connections at once, or so many a second. */
function greedy(
  ingress: Member,
  key: string,
  {
    lanes,
    gapMs,
    slug = 'hash-text',
    body = HELLO as unknown,
  }: { lanes: number; gapMs: number; slug?: string; body?: unknown },
) {
  const statuses = new Map<number, number>()
  let stopped = false
  const lane = async (nth: number) => {
    await pause((gapMs * nth) / lanes)
    while (!stopped) {
      const due = performance.now() + gapMs
      const answer = await cluster.call(ingress, slug, body, { 'x-service-key': key })
      const status = answer?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await pause(Math.max(0, due - performance.now()))
    }
  }
  const done = Promise.all(Array.from({ length: lanes }, (_, nth) => lane(nth)))
  return {
    statuses,
    async stop() {
      stopped = true
      await done
    },
  }
}

describe('one tenant with nearly all of the traffic', () => {
  test('pays for what it sends, while the others’ calls take as long as before', async () => {
    // A tenant whose limit was raised: nineteen of twenty calls are its own.
    const ingress = await cluster.ingress({ ...SHIPPED, KEY_CALLS_PER_MINUTE: '1000000' })
    await cluster.ready(ingress)
    const before = await modest(ingress)
    const big = await cluster.key(100_000)
    const load = greedy(ingress, big.key, { lanes: 16, gapMs: 100 })
    const during = await modest(ingress)
    await load.stop()
    const own = [...load.statuses.values()].reduce((sum, calls) => sum + calls, 0)
    process.stdout.write(`tenants: others before ${told(before)}; during ${told(during)}; the tenant ${own} calls\n`)
    expect([...load.statuses.keys()]).toEqual([200])
    expect(own / (own + during.length)).toBeGreaterThan(0.9)
    expect(at(during, 0.5)).toBeLessThan(at(before, 0.5) * 3 + 50)
  })

  test('is held to its limit when it hammers, and nobody else is refused', async () => {
    const ingress = await cluster.ingress(SHIPPED)
    await cluster.ready(ingress)
    const before = await modest(ingress)
    const big = await cluster.key(100_000)
    const load = greedy(ingress, big.key, { lanes: 100, gapMs: 0 })
    const during = await modest(ingress)
    await load.stop()
    process.stdout.write(
      `hammer: others before ${told(before)}; during ${told(during)}; the tenant ${JSON.stringify([...load.statuses])}\n`,
    )
    expect(new Set(load.statuses.keys())).toEqual(new Set([200, 429]))
    expect(load.statuses.get(200)).toBeLessThanOrEqual(1_200 * 2)
    expect(at(during, 0.5)).toBeLessThan(1_000)
  })

  test('with slow calls in every slot does not make the others wait behind its line', async () => {
    const ingress = await cluster.ingress({ ...SHIPPED, KEY_CALLS_PER_MINUTE: '1000000' })
    await cluster.ready(ingress)
    const before = await modest(ingress)
    const big = await cluster.key(100_000)
    const load = greedy(ingress, big.key, { lanes: 100, gapMs: 0, slug: 'hostile-slow', body: { ms: 3_000 } })
    await pause(1_000)
    const during = await modest(ingress)
    await load.stop()
    process.stdout.write(
      `slow tenant: others before ${told(before)}; during ${told(during)}; the tenant ${JSON.stringify([...load.statuses])}\n`,
    )
    expect(at(during, 0.5)).toBeLessThan(1_000)
  })
})
