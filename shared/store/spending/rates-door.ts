import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'
import type { RateAnswer, RateAsked, RatesDoor } from '#shared/doors/spending.ts'

import { writeOnce } from '../effects.ts'
import type { StoreCall } from '../store-call.ts'

/** State of a bucket. `full_in_us` is microseconds until it is full again (0 or less means full). */
type Bucket = { full_in_us: number; allowed: boolean; earlier: string | null }

/**
 * Token buckets by the generic cell rate algorithm: each bucket is one time (its "theoretical arrival time"), moved by
 * one statement, so that any number of concurrent callers get exactly what fits. A refused call moves nothing.
 */
export const ratesDoor = (call: StoreCall): RatesDoor => ({
  async take(asked) {
    const { owner } = await call.caller()
    const { takeUs, roomUs } = gcraTimes(asked)
    const config = `${asked.limit} per ${asked.periodS} s, burst ${asked.burst}`
    // A cost above the burst can never fit, and a cost of 0 only looks: both take nothing.
    const looks = asked.cost === 0 || asked.cost > asked.burst
    const place = { owner, key: asked.key }
    const bucket = looks
      ? await look(call, place)
      : await writeOnce(call, (em) => take(em, { ...place, takeS: takeUs / 1e6, roomS: roomUs / 1e6, config }))
    const seen = { ...bucket, allowed: bucket.allowed && asked.cost <= asked.burst }
    return gcraAnswer(asked, seen, bucket.earlier === config ? null : bucket.earlier)
  },
})

/**
 * Computes what one call takes and what a bucket holds, in microseconds. Rounded so that rounding never takes a token
 * away.
 */
export const gcraTimes = ({ limit, periodS, burst, cost }: RateAsked) => ({
  takeUs: Math.floor((cost * periodS * 1e6) / limit),
  roomUs: Math.ceil((burst * periodS * 1e6) / limit),
})

/** Builds the answer from the state of a bucket. */
export function gcraAnswer(asked: RateAsked, bucket: Bucket, earlierLimit: string | null): RateAnswer {
  const { takeUs, roomUs } = gcraTimes(asked)
  const fullInUs = Math.max(0, bucket.full_in_us)
  const tokenUs = (asked.periodS * 1e6) / asked.limit
  const never = asked.cost > asked.burst
  return {
    allowed: bucket.allowed,
    remaining: Math.max(0, Math.floor((roomUs - fullInUs + 1) / tokenUs)),
    resetAfterS: seconds(fullInUs),
    retryAfterS: never ? null : bucket.allowed ? 0 : seconds(Math.max(1, fullInUs + takeUs - roomUs)),
    earlierLimit,
  }
}

const seconds = (us: number) => Math.ceil(us / 1e3) / 1e3

async function look({ db }: StoreCall, { owner, key }: { owner: string; key: string }): Promise<Bucket> {
  const em = await db.em()
  // SQL: the answer needs the microseconds of the database's clock.
  const [bucket] = await em.execute<Bucket[]>(fragment`
select ${FULL_IN_US} as full_in_us, true as allowed, config as earlier from rate_bucket where owner = ${owner} and key = ${key}`)
  return bucket ?? { full_in_us: 0, allowed: true, earlier: null }
}

async function take(
  em: EntityManager,
  { owner, key, takeS, roomS, config }: { owner: string; key: string; takeS: number; roomS: number; config: string },
): Promise<Bucket | null> {
  const later = fragment`make_interval(secs => ${takeS}::float8)`
  const fits = fragment`greatest(b.tat, now()) + ${later} - now() <= make_interval(secs => ${roomS}::float8)`
  // SQL: one statement moves the bucket, so any number of callers at once get exactly what fits.
  const [bucket] = await em.execute<Bucket[]>(fragment`
insert into rate_bucket as b (owner, key, tat, allowed, config) values (${owner}, ${key}, now() + ${later}, true, ${config})
on conflict (owner, key) do update set
  allowed = ${fits}, tat = case when ${fits} then greatest(b.tat, now()) + ${later} else b.tat end,
  earlier_config = b.config, config = excluded.config
returning ${FULL_IN_US} as full_in_us, allowed, earlier_config as earlier`)
  return bucket ?? null
}

const FULL_IN_US = fragment`round(extract(epoch from tat - now()) * 1000000)::float8`
