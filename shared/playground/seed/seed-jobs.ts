import { uuidv7 } from 'uuidv7'

import { now } from '#shared/db/fragment.ts'
import type { Db } from '#shared/db/open-db.ts'
import { inUnitOfWork } from '#shared/db/unit-of-work.ts'
import { PostJob } from '#shared/market/jobs/job-fields.ts'
import { postJob } from '#shared/market/jobs/post-job.ts'
import { makeKey } from '#shared/market/users/api-keys.ts'
import { MarketUser } from '#shared/market/users/market-user.entity.ts'
import { insertUser } from '#shared/market/users/register-user.ts'
import type { CredentialMint } from '#shared/money/credentials.ts'

import seed from './seed-jobs.json' with { type: 'json' }

/** Usernames of the two accounts of a new playground that people try the jobs board with. */
export const DEMO_USERS = { poster: 'demo-poster', worker: 'demo-worker' } as const

/**
 * Adds a poster with open jobs, and a worker with a proved wallet, to a new playground, in one transaction. Each has an
 * API key and no password. Returns the number of jobs; 0 when they exist already.
 */
export async function seedJobs(db: Pick<Db, 'pg' | 'em'>, mint: CredentialMint, workerWallet: string): Promise<number> {
  return inUnitOfWork(db, async (em) => {
    const ids = { poster: uuidv7(), worker: uuidv7() }
    for (const role of ['poster', 'worker'] as const) {
      const username = DEMO_USERS[role]
      const user = {
        id: ids[role],
        username,
        displayName: null,
        email: `${username}@playground.invalid`,
        passwordHash: null,
      }
      if ((await insertUser(em, { ...user, wallet: null, isAgent: false, hasAcceptedTerms: true })) === null) return 0
      await makeKey(em, mint, {
        userId: ids[role],
        name: 'playground',
        scopes: ['read', 'buy', 'sell', 'jobs'],
        expiresInDays: null,
      })
    }
    const proved = { solanaWallet: workerWallet, provedWallet: workerWallet, walletProvedAt: now }
    await em.nativeUpdate(MarketUser, { id: ids.worker }, proved)
    const poster = { userId: ids.poster, accountId: ids.poster }
    // None of them has an outcome check, so no price is asked for.
    for (const job of seed.jobs) await postJob(em, poster, PostJob.parse(job), () => null)
    return seed.jobs.length
  })
}
