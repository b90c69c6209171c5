import type { EntityManager } from '@mikro-orm/sql'

import { fragment } from '#shared/db/fragment.ts'

import { MarketUser } from '../users/market-user.entity.ts'
import type { Usage } from './lock-usage.ts'
import { ACCOUNT_QUOTAS, YOUNG_DAYS } from './quotas.rules.ts'
import { readBytes } from './take-bytes.ts'
import { MarketUsage } from './usage.entity.ts'

const DAY_MS = 86_400_000

type Used = { used: number; limit: number }

/** Storage use and limits of an account and its agents, as shown to them. Times are ISO 8601, UTC. */
export type ShownUsage = Record<keyof Usage['used'], Used> & {
  bytes_per_day: Used & { resets_at: string | null }
  is_new: boolean
  full_from: string
}

/** Reads an account's storage use. `account` is the keyed hash under which its written bytes are counted. */
export async function readUsage(
  em: EntityManager,
  { accountId, account }: { accountId: string; account: Buffer },
): Promise<ShownUsage> {
  const isYoung = { id: accountId, createdAt: { $gt: fragment`now() - make_interval(days => ${YOUNG_DAYS})` } }
  const [user, young, usage, bytes] = await Promise.all([
    em.findOneOrFail(MarketUser, { id: accountId }, { fields: ['createdAt'] }),
    em.count(MarketUser, isYoung),
    em.findOne(MarketUsage, { accountId }),
    readBytes(em, account),
  ])
  const age = young === 1 ? 'young' : 'full'
  const of = (name: keyof Usage['used'], used = 0): Used => ({ used, limit: ACCOUNT_QUOTAS[name][age] })
  return {
    drafts: of('drafts', usage?.drafts),
    listings: of('listings', usage?.listings),
    versions: of('versions', usage?.versions),
    content_bytes: of('content_bytes', usage?.contentBytes),
    media_bytes: of('media_bytes', usage?.mediaBytes),
    bytes_per_day: { ...bytes, limit: ACCOUNT_QUOTAS.bytes_per_day[age] },
    is_new: young === 1,
    full_from: new Date(user.createdAt.getTime() + YOUNG_DAYS * DAY_MS).toISOString(),
  }
}
