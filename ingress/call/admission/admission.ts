import { QUEUE_ALLOWANCE_MS } from '#shared/calls/accept.ts'
import { drainName } from '#shared/calls/pause-outcome.ts'
import { Refusal } from '#shared/errors.ts'
import type { Outcome } from '#shared/outcomes/define.ts'
import { queueOf } from '#shared/queues/catalog.ts'
import type { Pool } from '#shared/calls/pools.ts'

import type { IngressDeps, PoolSample } from '#ingress/deps.ts'
import { jitter } from '#ingress/http/jitter.ts'
import { fairShare } from './fair-share.ts'
import { KnownPayers } from './known-payers.ts'

type AdmissionDeps = Pick<IngressDeps, 'pools'> & {
  queueUp: (pool: Pool) => Promise<boolean>
  /** Whether the last attempt to enqueue failed within the last second. */
  queueFailing: (pool: Pool) => boolean
  /** Keys that have paid here; a new set unless given. */
  knownPayers?: KnownPayers
}

type Runs = Pick<Outcome, 'slug' | 'pool'>
/** Says whether an admitted call was accepted. */
export type Settle = (isAccepted: boolean) => void

/**
 * Refuses a call that its pool cannot start in time, before any money moves. Throws 503 with the seconds to wait; 503 at
 * once for a pool without a worker, a queue that takes no jobs, and an outcome that is paused because it ended its workers;
 * 429 for a key over its share of a pool that others use too. `payer` is the fingerprint of the key that pays. `members`
 * are the outcomes that a bundle runs; each of them has to be able to run.
 *
 * The returned function says whether the call was accepted. A key that has paid here takes its room at once, so that calls
 * between two samples do not all see the same free room; any other key takes it when it is accepted.
 */
export function admission({ pools, queueUp, queueFailing, knownPayers = new KnownPayers() }: AdmissionDeps) {
  const checkShare = fairShare()
  return async ({ slug, pool }: Runs, payer: string | null, members: readonly Runs[] = []): Promise<Settle> => {
    const [samples, isUp] = queueFailing(pool) ? [null, false] : await Promise.all([pools(), queueUp(pool)])
    if (samples === null || !isUp) throw away()
    const refusal = whyUnserved(samples, { slug, pool }, members)
    if (refusal !== null) throw refusal
    const sample = samples.get(pool)
    if (sample === undefined) throw unmanned(pool)
    const runMs = sample.runMs === 0 ? queueOf(pool).usualRunMs : sample.runMs
    refuseOverload(pool, sample, runMs)
    checkShare(pool, sample, runMs, payer)
    const taken = payer !== null && knownPayers.has(payer)
    if (taken) count(sample, payer, 1)
    return (isAccepted) => {
      if (isAccepted && payer !== null) knownPayers.add(payer)
      if (isAccepted && !taken) count(sample, payer, 1)
      if (!isAccepted && taken) count(sample, payer, -1)
    }
  }
}

type Samples = ReadonlyMap<Pool, PoolSample>

/** The 503 where nobody serves the pool of a call or of a part, and for an outcome that rests; null where it can run. */
function whyUnserved(samples: Samples, { slug, pool }: Runs, members: readonly Runs[]): Refusal | null {
  const isUnmanned = (name: Pool) => (samples.get(name)?.workers ?? 0) === 0
  if (isUnmanned(pool)) return unmanned(pool)
  const paused = samples.get(pool)?.paused
  const rests = (one: Runs) => paused?.has(one.slug) === true || paused?.has(drainName(one.pool)) === true
  if ([{ slug, pool }, ...members].some(rests)) return resting()
  const unserved = members.find((member) => member.pool !== 'outcome' && isUnmanned(member.pool))
  return unserved === undefined ? null : unmanned(unserved.pool)
}

/**
 * Refuses an unpaid call that could not run if it were paid, so that nobody is asked for money for it. Throws 503 where
 * nobody serves its pool and for an outcome that rests. Only a refusal waits for the database: `lastPools` is what was
 * read a while ago. A call whose pools cannot be read gets its 402.
 */
export function unpaidAdmission({ lastPools, pools }: Pick<IngressDeps, 'lastPools' | 'pools'>) {
  return async (outcome: Runs, members: readonly Runs[] = []): Promise<void> => {
    const known = lastPools()
    if (known === null || whyUnserved(known, outcome, members) === null) return
    const samples = await pools()
    const refusal = samples === null ? null : whyUnserved(samples, outcome, members)
    if (refusal !== null) throw refusal
  }
}

function count(sample: PoolSample, payer: string | null, calls: number): void {
  sample.open += calls
  const own = payer === null ? undefined : sample.openByKey.get(payer)
  if (payer !== null && own !== undefined) sample.openByKey.set(payer, own + calls)
}

function refuseOverload(pool: Pool, { open, slots }: PoolSample, runMs: number): void {
  const waitMs = (Math.max(0, open - slots) / slots) * runMs
  if (waitMs <= QUEUE_ALLOWANCE_MS) return
  const retryAfterS = jitter(Math.ceil((waitMs - QUEUE_ALLOWANCE_MS / 2) / 1_000))
  throw new Refusal(
    'overloaded',
    `The ${pool} pool has more waiting work than it can do in time; nothing was charged.`,
    {
      retryAfterS,
      fix: { action: `Send the call again in ${retryAfterS} s.` },
    },
  )
}

const away = () =>
  new Refusal('unavailable', 'This service cannot take calls right now; nothing was charged.', {
    retryAfterS: jitter(2),
    fix: { action: 'Send the call again after Retry-After.' },
  })

const unmanned = (pool: Pool) =>
  new Refusal('unavailable', `No worker of the ${pool} pool is running; nothing was charged.`, {
    retryAfterS: jitter(5),
    fix: { action: 'Send the call again after Retry-After, or see /readyz.', method: 'GET', path: '/readyz' },
  })

const resting = () =>
  new Refusal('unavailable', 'This outcome rests: calls of it failed on our side. Nothing was charged.', {
    retryAfterS: jitter(10),
    fix: { action: 'Send the call again after Retry-After, or call another outcome.' },
  })
