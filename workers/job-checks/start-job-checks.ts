import type { Config } from '#shared/config.ts'
import type { Db } from '#shared/db/open-db.ts'
import { isOutage } from '#shared/db/outage.ts'
import type { Log } from '#shared/log.ts'
import { keepChecked, takeUnchecked } from '#shared/market/jobs/checks/take-unchecked.ts'

import { openEgress, policyOf, userAgentOf } from '../egress/open-egress.ts'
import { createThreads } from '../threads.ts'
import { scanIn } from '../vetting/start-vetting.ts'
import { type CheckDeps, checkJob } from './check-job.ts'

const LOOK_MS = 1_000

type Deps = { config: Config; db: Db; log: Log; catalog: CheckDeps['catalog'] }

/**
 * Checks waiting briefs and deliveries one by one in a thread of their own. The queue is in the database: several
 * processes share it, and others take over from one that dies.
 */
export function startJobChecks({ config, db, log, catalog }: Deps): { stop: () => Promise<void> } {
  const threads = createThreads(1)
  const egress = openEgress({ policy: policyOf(config), userAgent: userAgentOf(config) })
  const scan = scanIn(threads)
  let isOver = false
  const deps: CheckDeps = {
    catalog,
    egress,
    // What was cut off by the shutdown says nothing about the delivery.
    scan: async (slug, input) => {
      const end = await scan(slug, input)
      if (isOver) throw new Error('this process ends')
      return end
    },
  }
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      while (!isOver && (await checkNext(db, deps)));
    } catch (error) {
      // Others log database outages.
      if (!isOver && !isOutage(error)) log.warn({ err: error }, 'a job could not be checked; it is tried again')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  return {
    async stop() {
      isOver = true
      clearInterval(timer)
      await threads.close()
    },
  }
}

/** Checks the next waiting brief or delivery; false if there is none. Throws if a check broke; it is tried three times. */
export async function checkNext(db: Pick<Db, 'pg' | 'em'>, deps: CheckDeps): Promise<boolean> {
  const waiting = await takeUnchecked(db)
  if (waiting === null) return false
  await keepChecked(await db.em(), waiting, await checkJob(deps, waiting))
  return true
}
