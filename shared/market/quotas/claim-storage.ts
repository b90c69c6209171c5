import type { EntityManager } from '@mikro-orm/sql'

import { Refusal } from '#shared/errors.ts'
import { groupDigits } from '#shared/lib/group-digits.ts'

import { lockUsage } from './lock-usage.ts'
import { ACCOUNT_QUOTAS, type KeptQuota, YOUNG_DAYS } from './quotas.rules.ts'
import { NOTHING_TAKEN, type Storer, takeBytes, type TakenBytes } from './take-bytes.ts'

/**
 * What a request adds to its account's storage, and the bytes it writes; `bytes` is 0 when they were counted before.
 */
export type WantedStorage = Partial<Record<KeptQuota, number>> & { bytes: number }
export type ClaimStorage = (wanted: WantedStorage) => Promise<TakenBytes>

/**
 * Claims storage before anything is written, inside the caller's transaction. The account's row stays locked until the
 * transaction ends, so concurrent requests are all counted. Triggers count what is then written; a failed transaction
 * claims nothing. Throws 413 `quota_exceeded` when the account would keep too much, and 429 `byte_budget` when the
 * account or its network would write too much in a day.
 */
export const claimStorage =
  (em: EntityManager, storer: Storer): ClaimStorage =>
  async ({ bytes, ...wanted }) => {
    const { used, isYoung } = await lockUsage(em, storer.accountId)
    // Safe: by its type, `wanted` has no other keys.
    for (const [name, more] of Object.entries(wanted) as [KeptQuota, number][]) {
      const limit = ACCOUNT_QUOTAS[name][isYoung ? 'young' : 'full']
      if (more > 0 && used[name] + more > limit)
        throw quotaExceeded(name, { used: used[name], wanted: more, limit, isYoung })
    }
    return takeBytes(em, storer, { bytes, isYoung })
  }

/** Claims nothing; used for what the operator writes. */
export const unlimited: ClaimStorage = () => Promise.resolve(NOTHING_TAKEN)

const NOUNS: Record<KeptQuota, { what: string; fix: string }> = {
  drafts: { what: 'drafts', fix: 'Publish or delete drafts.' },
  listings: { what: 'listings', fix: 'Delete listings you no longer sell.' },
  versions: { what: 'versions of listings', fix: 'Delete listings you no longer sell; their versions go with them.' },
  content_bytes: {
    what: 'bytes of delivery content, all versions together',
    fix: 'Delete listings you no longer sell; their content goes with them.',
  },
  media_bytes: { what: 'bytes of pictures and videos', fix: 'Delete screenshots, or listings you no longer sell.' },
}

function quotaExceeded(
  name: KeptQuota,
  { used, wanted, limit, isYoung }: { used: number; wanted: number; limit: number; isYoung: boolean },
): Refusal {
  const { what, fix } = NOUNS[name]
  const later = isYoung
    ? ` An account older than ${YOUNG_DAYS} days may keep ${groupDigits(ACCOUNT_QUOTAS[name].full)}.`
    : ''
  return new Refusal(
    'quota_exceeded',
    `Your account may keep ${groupDigits(limit)} ${what}; it has ${groupDigits(used)} and this needs ${groupDigits(wanted)} more.${later} Nothing was stored.`,
    {
      fix: { action: `${fix} GET /api/auth/me shows what you use.`, method: 'GET', path: '/api/auth/me' },
      extra: { quota: { name, used, wanted, limit } },
    },
  )
}
