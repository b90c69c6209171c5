import { setTimeout as pause } from 'node:timers/promises'

import { Redis } from 'ioredis'
import { expect, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'

import { type Cluster, type Member, openCluster } from '../support/world/cluster.ts'
import { type Memory, memoryOf } from '../support/measure/memory-of.ts'
import { eventually, randomId } from '../support/world/world.ts'

/** Rounds of mixed load, each with its faults; SOAK_ROUNDS=1900 is eight hours. */
const ROUNDS = Number(process.env['SOAK_ROUNDS'] ?? 8)
const ROUND_MS = 15_000
/** The first rounds fill caches, pools and compiled code. */
const WARM_ROUNDS = 3
const CLIENTS = 12
const MOST_GROWTH_MB = 6
const PROBE = { PRELOAD: 'measure/report-memory.ts' }

test(
  'a mixed load with faults leaves nothing behind in the processes that lived through it',
  async () => {
    const cluster = await openCluster('redis')
    const redis = new Redis(cluster.redisUrl ?? '')
    try {
      const [ingress, worker, watch] = await Promise.all([
        cluster.ingress(PROBE),
        cluster.worker(['outcome', 'router-workflow'], PROBE),
        cluster.worker(['settlement-watch'], PROBE),
      ])
      await cluster.ready(ingress)
      const keys = await Promise.all(Array.from({ length: CLIENTS }, () => cluster.key(1_000_000)))
      const sums = { calls: 0, wrong: new Map<string, number>() }
      const rounds: Record<string, Memory>[] = []

      for (let round = 0; round < ROUNDS; round += 1) {
        const until = performance.now() + ROUND_MS
        const clients = keys.map(({ key }, nth) => mixed(cluster, ingress, key, nth, until, sums))
        await faults(cluster, redis)
        await Promise.all(clients)
        await eventually(
          async () => (await cluster.db.pg.query('select from call where finished_at is null')).rowCount === 0,
          30_000,
        )
        expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
        // Keep-alive connections of clients are theirs, and are counted with the rest: they are the same in every round.
        const [one, two, three] = await Promise.all([memoryOf(ingress), memoryOf(worker), memoryOf(watch)])
        rounds.push({ ingress: one, worker: two, 'settlement-watch': three })
      }

      process.stdout.write(`soak: ${sums.calls} calls in ${ROUNDS} rounds\n`)
      for (const name of ['ingress', 'worker', 'settlement-watch']) {
        const seen = rounds.flatMap((round) => round[name] ?? [])
        const heaps = seen.map(({ heapUsed, external }) => Math.round((heapUsed + external) / 104_857.6) / 10)
        process.stdout.write(
          `soak ${name}: heap MB ${heaps.join(' ')}; handles ${JSON.stringify(seen.at(-1)?.handles)}\n`,
        )
        const [warm = 0, last = 0] = [heaps[WARM_ROUNDS - 1], heaps.at(-1)]
        expect(last - warm, `${name} grew`).toBeLessThan(MOST_GROWTH_MB)
        const count = (memory: Memory | undefined) =>
          Object.values(memory?.handles ?? {}).reduce((sum, handles) => sum + handles, 0)
        // Connections of a pool come and go; a leak of one a call would be thousands.
        expect(count(seen.at(-1)) - count(seen[WARM_ROUNDS - 1]), `${name} holds more open`).toBeLessThan(40)
      }
      expect([...sums.wrong]).toEqual([])
      expect(sums.calls).toBeGreaterThan(ROUNDS * 100)
      for (const member of [ingress, worker, watch]) expect(member.child.exitCode).toBeNull()
    } finally {
      redis.disconnect()
      await cluster.close()
    }
  },
  ROUNDS * 60_000,
)

/** One client: every kind of call, right and wrong, and callers who leave. Notes each answer that should not have come. */
async function mixed(
  cluster: Cluster,
  ingress: Member,
  key: string,
  nth: number,
  until: number,
  sums: { calls: number; wrong: Map<string, number> },
): Promise<void> {
  const paid = { 'x-service-key': key }
  const kinds: [string, unknown, Record<string, string>, number[]][] = [
    ['hash-text', { text: 'x'.repeat(2_000) }, paid, [200]],
    ['hash-text', { text: 'x'.repeat(400_000) }, paid, [200]],
    ['hash-text', { text: 'again' }, { ...paid, 'idempotency-key': randomId() }, [200]],
    ['json-repair', { text: '{a: 1,}' }, paid, [200]],
    ['hostile-slow', { ms: 200 }, paid, [200]],
    ['hostile-quote', { token: 'a secret' }, paid, [500]],
    ['hash-text', { text: 'later' }, { ...paid, prefer: 'respond-async' }, [202, 200]],
    ['hash-text', { text: 7 }, paid, [422]],
    ['hash-text', { text: 'unpaid' }, {}, [402]],
    ['hash-text', { text: 'wrong' }, { 'x-service-key': `${key}x` }, [402]],
    ['no-such-slug', {}, paid, [404]],
  ]
  for (let turn = nth; performance.now() < until; turn += 1) {
    const [slug, body, headers, right] = kinds[turn % kinds.length] ?? ['', {}, {}, []]
    const answer = await cluster.call(ingress, slug, body, headers)
    sums.calls += 1
    // While the queue was flushed or a worker died, being sent away uncharged is right as well.
    if (answer === null || (!right.includes(answer.status) && ![503, 504].includes(answer.status))) {
      const what = `${slug} ${answer?.status ?? 'broken'} ${String(answer?.body['code'])}`
      sums.wrong.set(what, (sums.wrong.get(what) ?? 0) + 1)
    }
    if (turn % 7 === 0) await leave(ingress, paid)
    await pause(20)
  }
}

/** A caller who hangs up while its call runs. */
async function leave(ingress: Member, headers: Record<string, string>): Promise<void> {
  const gone = new AbortController()
  const asked = fetch(`${ingress.baseUrl}/api/v1/outcomes/hostile-slow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"ms":100}',
    signal: gone.signal,
  }).catch(() => null)
  await pause(10)
  gone.abort()
  await asked
}

/** In every round: the queue is emptied, the reply channel cut, and a worker beside the watched one is killed. */
async function faults(cluster: Cluster, redis: Redis): Promise<void> {
  const extra = await cluster.worker(['outcome'], PROBE)
  await pause(2_000)
  await redis.flushdb()
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await pause(2_000)
  await cluster.kill(extra)
}
