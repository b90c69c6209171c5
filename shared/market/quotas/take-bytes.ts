import type { EntityManager } from '@mikro-orm/sql'

import { now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { connectionOf } from '#shared/db/unit-of-work.ts'
import { Refusal } from '#shared/errors.ts'
import { groupDigits } from '#shared/lib/group-digits.ts'

import { LimitCounter } from '../users/limit-counter.entity.ts'
import { giveBackTo, takeFromCounters, type TakenFrom } from './limit-counters.ts'
import { ACCOUNT_QUOTAS, LEAST_BYTES, NETWORK_BYTES_PER_DAY } from './quotas.rules.ts'

/** Whose written bytes are counted, as keyed hashes. `account` is null while the account is being opened. */
export type Writer = { account: Buffer | null; network: Buffer }
/** Whose storage is claimed. */
export type Storer = Writer & { accountId: string; account: Buffer }
/** Bytes taken from counters, in whole KiB. */
export type TakenBytes = { kib: number; counters: readonly TakenFrom[] }

export const NOTHING_TAKEN: TakenBytes = { kib: 0, counters: [] }

const DAY_S = 86_400
const BYTES_OF_ACCOUNT = 'bytes-account'
const kibOf = (bytes: number) => (bytes === 0 ? 0 : Math.ceil(Math.max(bytes, LEAST_BYTES) / 1024))

/**
 * Takes bytes from the 24-hour budgets of an account and its network, inside the caller's transaction; a refused take
 * rolls back with it. Throws 429 `byte_budget` with the seconds until the window ends.
 */
export async function takeBytes(
  em: EntityManager,
  { account, network }: Writer,
  { bytes, isYoung }: { bytes: number; isYoung: boolean },
): Promise<TakenBytes> {
  const kib = kibOf(bytes)
  if (kib === 0) return NOTHING_TAKEN
  const age = isYoung ? 'young' : 'full'
  const limits = [
    ...(account === null
      ? []
      : [{ name: BYTES_OF_ACCOUNT, who: account, limit: ACCOUNT_QUOTAS.bytes_per_day[age], whose: 'Your account' }]),
    { name: 'bytes-network', who: network, limit: NETWORK_BYTES_PER_DAY.all, whose: 'All accounts of your network' },
    ...(isYoung
      ? [
          {
            name: 'bytes-young-network',
            who: network,
            limit: NETWORK_BYTES_PER_DAY.young,
            whose: 'The new accounts of your network, together,',
          },
        ]
      : []),
  ]
  const counters = await takeFromCounters(
    connectionOf(em),
    limits.map(({ name, who }) => ({ name, who, windowS: DAY_S, points: kib })),
  )
  for (const [nth, { taken, leftS }] of counters.entries()) {
    const { limit = 0, whose = '' } = limits[nth] ?? {}
    if (taken * 1024 > limit) throw spent(whose, { limit, used: (taken - kib) * 1024, retryAfterS: leftS })
  }
  return { kib, counters }
}

/** Gives back bytes that were not stored after all: those taken above `storedBytes`. */
export async function giveBackBytes(
  db: Pick<Db, 'em'>,
  { kib, counters }: TakenBytes,
  storedBytes: number,
): Promise<void> {
  const back = kib - kibOf(storedBytes)
  if (back > 0) await giveBackTo(await db.em(), counters, back)
}

/**
 * Reads how many bytes an account has written in its current window, and when the window ends (ISO 8601). Zero and null
 * when there is no open window.
 */
export async function readBytes(
  em: EntityManager,
  account: Buffer,
): Promise<{ used: number; resets_at: string | null }> {
  const counter = await em.findOne(LimitCounter, { name: BYTES_OF_ACCOUNT, who: account, endsAt: { $gt: now } })
  return { used: (counter?.taken ?? 0) * 1024, resets_at: counter?.endsAt.toISOString() ?? null }
}

function spent(
  whose: string,
  { limit, used, retryAfterS }: { limit: number; used: number; retryAfterS: number },
): Refusal {
  return new Refusal(
    'byte_budget',
    `${whose} may store ${groupDigits(limit)} bytes in 24 hours, of which ${groupDigits(used)} are used. Nothing was stored.`,
    {
      retryAfterS,
      fix: { action: `Wait ${retryAfterS} s, or send less.`, method: 'GET', path: '/api/auth/me' },
      extra: { quota: { name: 'bytes_per_day', used, limit } },
    },
  )
}
