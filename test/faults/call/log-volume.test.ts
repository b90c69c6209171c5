import { connect } from 'node:net'

import { expect, inject, test } from 'vitest'

import { audit } from '#shared/money/audit/audit.ts'
import { credentialMint } from '#shared/money/credentials.ts'

import { type Member, openCluster } from '#test/support/world/cluster.ts'
import { cloneDatabase } from '#test/support/world/database.ts'
import { ownRedisUrl } from '#test/support/world/own-redis.ts'
import { cuttableProxy } from '#test/support/fakes/proxy.ts'
import { eventually, showWorkers, testEnv } from '#test/support/world/world.ts'

/** 100 MB an hour, for a window in which the log may say each thing a few times. */
const MOST_BYTES = Math.floor((100 * 1024 * 1024 * 10) / 3_600)
const OF_EACH_KIND = 100
/** Of those that would each write a line and the frames of a fault; a key that has paid may have 100 open at once. */
const OF_FAULTS = 400

test('no flood of bad requests, of faults or during an outage fills the disk with log lines', async () => {
  const database = await cloneDatabase()
  const toPostgres = await cuttableProxy(database.url)
  const toRedis = await cuttableProxy(await ownRedisUrl(inject('redisUrl')))
  const cluster = await openCluster('redis', { databaseUrl: database.url, redisUrl: toRedis.url })
  const env = {
    DATABASE_URL: toPostgres.url,
    PRELOAD: 'hostile/hostile-outcomes.ts',
    UNPAID_CALLS_PER_MINUTE: '50',
    TRUST_PROXY_HOPS: '1',
  }
  try {
    const ingress = await cluster.ingress(env)
    await cluster.worker(['outcome', 'settlement-watch'], env)
    await cluster.ready(ingress)
    // A flood may starve the worker of its heartbeats, and then nobody is asked for money.
    await showWorkers(cluster.db.pg, ['outcome'])
    const { key } = await cluster.key(1_000)
    // Refused requests count against their key; this one sends none.
    const { key: other } = await cluster.key(1_000)
    const mint = credentialMint(testEnv('', undefined)['SERVER_SECRET'] ?? '', 'test')
    const stranger = mint.issue('sk', 'zzzzzzzzzzzz')
    const written = () => cluster.members.reduce((bytes, { log }) => bytes + Buffer.byteLength(log()), 0)

    const before = written()
    const floods = await Promise.all([
      flood(ingress, 'hash-text', { body: '{"text":"a"}', isFromOne: true }),
      flood(ingress, 'hash-text', { body: '{"text":', key }),
      flood(ingress, 'hash-text', { body: '{"text":7}', key }),
      flood(ingress, 'hash-text', { body: '{"text":"a"}', key: stranger }),
      flood(ingress, 'hash-text', { body: '{"text":"a"}', key: `${key}x` }),
      flood(ingress, `no-such-${'x'.repeat(2_000)}`, { body: '{}', key }),
      flood(ingress, 'jwt-decode', { body: `{"token":"${'x'.repeat(300_000)}"}`, key }),
      flood(ingress, 'hostile-quote', { body: '{"token":"x"}', key: other, times: OF_FAULTS, together: 50 }),
      noHttp(ingress),
    ])
    expect(floods).toEqual([[402, 429], [400], [422], [402], [402], [404], [413], [500], [400]])
    toPostgres.cut()
    toRedis.cut()
    const outage = await Promise.all([
      flood(ingress, 'hash-text', { body: '{"text":"a"}', key }),
      flood(ingress, 'balance/status', { key, method: 'GET', times: OF_FAULTS }),
      flood(ingress, 'reliability-scorecard', { body: '{}' }),
    ])
    for (const statuses of outage) expect(statuses.filter((status) => status !== 503 && status !== 429)).toEqual([])
    const bytes = written() - before
    expect(bytes).toBeLessThan(MOST_BYTES)
    // It is not silence: what went wrong is told, and how often it was not told.
    const log = cluster.members.map((member) => member.log()).join('')
    expect(log).toContain('outcome fault')
    expect(log).toContain('the database does not answer')

    toPostgres.restore()
    toRedis.restore()
    await eventually(
      async () => (await cluster.call(ingress, 'hash-text', { text: 'a' }, { 'x-service-key': key }))?.status === 200,
    )
    await eventually(
      async () => (await cluster.db.pg.query('select from call where finished_at is null')).rowCount === 0,
    )
    expect((await audit(cluster.db.pg)).filter(({ ok }) => !ok)).toEqual([])
  } finally {
    await cluster.close()
    await Promise.all([toPostgres.close(), toRedis.close()])
    await database.drop()
  }
})

/**
 * Sends the same request many times, `together` at once, each from an address of its own unless said: one address would be limited, and
 * nothing be written. Answers with the statuses that came, each once, in order.
 */
async function flood(
  { baseUrl }: Member,
  path: string,
  {
    body,
    key,
    method = 'POST',
    times = OF_EACH_KIND,
    together = times,
    isFromOne = false,
  }: { body?: string; key?: string; method?: string; times?: number; together?: number; isFromOne?: boolean },
): Promise<number[]> {
  let sent = 0
  const statuses = new Set<number>()
  const lane = async () => {
    while (sent < times) {
      sent += 1
      const from = isFromOne ? 0 : sent
      const response = await fetch(`${baseUrl}/api/v1/outcomes/${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.${from >> 8}.${from & 255}`,
          ...(key === undefined ? {} : { 'x-service-key': key }),
        },
        ...(body === undefined ? {} : { body }),
      })
      await response.arrayBuffer()
      statuses.add(response.status)
    }
  }
  await Promise.all(Array.from({ length: together }, lane))
  return [...statuses].toSorted((one, other) => one - other)
}

async function noHttp({ baseUrl }: Member): Promise<number[]> {
  const port = Number(new URL(baseUrl).port)
  const answers = await Promise.all(
    Array.from(
      { length: OF_EACH_KIND },
      () =>
        new Promise<number>((done) => {
          const socket = connect(port, '127.0.0.1', () => socket.write('\u0000\u0001\r\n\r\n'))
          socket.once('data', (answer) => done(Number(answer.toString().slice(9, 12))))
          socket.once('error', () => done(0))
        }),
    ),
  )
  return [...new Set(answers)]
}
