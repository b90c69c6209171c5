import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import { POOLS, type Pool } from '#shared/calls/pools.ts'

import type { IngressDeps } from '../deps.ts'
import { dataState, dataWarnings } from './data-state.ts'
import { type PaymentHealth, paymentWarnings } from './payment-health.ts'
import { poolWarnings, sweepWarnings, workersOf } from './pool-warnings.ts'
import { watchRedisRules } from './redis-rules.ts'
import { sampleOf } from './sample-of.ts'
import { type StorageState, storageWarnings } from '../http/storage-watch.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'

/**
 * State of a pool: worker processes that have it open, calls they can run at once, calls held or running, and worker
 * processes that keep it closed or have it open without isolation.
 */
type PoolState = { workers: number; slots: number; open: number; closed: number; unsandboxed: number }

/** Whether this ingress can take calls, and its problems. */
export type Readiness = {
  /** Sentences. Ready means none. */
  problems: string[]
  database: 'up' | 'down'
  queue: { kind: 'redis' | 'postgres'; state: 'up' | 'down' }
  /** Null while the database is down. */
  pools: Record<Pool, PoolState> | null
  /** Optional data packages of the outcome workers. Does not affect readiness. */
  data: ReturnType<typeof dataState>
  /** Last known state. Does not affect readiness: keys, passes and trials need no chain. */
  payments: PaymentHealth
  /** Free space. Does not affect readiness: calls that store nothing still work. */
  storage: StorageState
  /** Problems that do not affect readiness. */
  warnings: readonly string[]
}

export type ReadinessDeps = Pick<IngressDeps, 'queues' | 'pools' | 'log' | 'stopping' | 'paymentHealth' | 'storage'>

const LIMIT_MS = 1_000
/** Cache lifetime in ms, so that readiness probes cannot load the queue. */
const KEEP_MS = 250

/**
 * Returns a function that reads the readiness of this ingress. `allPools` also demands a live worker for each of the
 * six pools.
 */
export function createReadiness(deps: ReadinessDeps): (allPools: boolean) => Promise<Readiness> {
  const redisWarnings = watchRedisRules(deps.queues.redis, deps.log)
  const ask = singleFlight(async () => {
    const [samples, queuesDown, warnings] = await Promise.all([
      withinLimit(LIMIT_MS, deps.pools()),
      poolsWithoutQueue(deps.queues),
      redisWarnings(),
    ])
    return { samples, queuesDown, warnings, at: performance.now() }
  })
  let last: Awaited<ReturnType<typeof ask>> | null = null
  return async (allPools) => {
    if (last === null || performance.now() - last.at > KEEP_MS) last = await ask()
    const { samples, queuesDown, warnings } = last
    const queueUp = queuesDown.length < POOLS.length
    const payments = await deps.paymentHealth()
    const data = dataState(sampleOf(samples, 'outcome'))
    const storage = deps.storage()
    const problems: string[] = []
    if (deps.stopping()) problems.push('This process is stopping.')
    if (samples === null) problems.push('The database does not answer.')
    if (!queueUp) problems.push('The queue does not answer.')
    const idle = POOLS.filter((pool) => sampleOf(samples, pool).workers === 0)
    if (allPools && samples !== null && idle.length > 0) problems.push(`No worker serves ${idle.join(', ')}.`)
    return {
      problems,
      database: samples === null ? 'down' : 'up',
      queue: { kind: deps.queues.kind, state: queueUp ? 'up' : 'down' },
      pools: samples === null ? null : poolStates(samples),
      data,
      payments,
      storage,
      warnings: [
        ...warnings,
        ...(queueUp ? queuesDown.map((pool) => `The queue of ${pool} does not answer; its calls are refused.`) : []),
        ...sweepWarnings(samples),
        ...poolWarnings(samples),
        ...paymentWarnings(payments),
        ...dataWarnings(data),
        ...storageWarnings(storage),
      ],
    }
  }
}

/** Pools whose queue takes no jobs; where one server has all queues, none or all of them. */
async function poolsWithoutQueue({ isSpread, ready }: IngressDeps['queues']): Promise<readonly Pool[]> {
  if (!isSpread) return (await withinLimit(LIMIT_MS, ready())) === true ? [] : POOLS
  const answers = await Promise.all(
    POOLS.map(async (pool) => ({ pool, isUp: await withinLimit(LIMIT_MS, ready(pool)) })),
  )
  return answers.flatMap(({ pool, isUp }) => (isUp === true ? [] : [pool]))
}

function poolStates(samples: NonNullable<Awaited<ReturnType<IngressDeps['pools']>>>): Record<Pool, PoolState> {
  const stateOf = (pool: Pool): PoolState => {
    const sample = sampleOf(samples, pool)
    const { workers, slots, open } = sample
    return { workers, slots, open, closed: workersOf(sample, 'closed'), unsandboxed: workersOf(sample, 'unsandboxed') }
  }
  return {
    outcome: stateOf('outcome'),
    screenshot: stateOf('screenshot'),
    'pdf-extract': stateOf('pdf-extract'),
    'router-workflow': stateOf('router-workflow'),
    'settlement-watch': stateOf('settlement-watch'),
    'media-processing': stateOf('media-processing'),
  }
}
