import type { Config } from '#shared/config.ts'
import { dropCallMonths } from '#shared/db/drop-months.ts'
import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'

type Deps = { config: Pick<Config, 'CALL_MONTHS'>; db: Pick<Db, 'pg'>; log: Log }

/** Drops months of calls that are older than they are kept, and logs which, and why the next one waits. */
export async function dropOldMonths({ config, db, log }: Deps): Promise<void> {
  const { dropped, waits } = await dropCallMonths(db.pg, config.CALL_MONTHS)
  if (dropped.length > 0) log.info({ dropped }, 'months of calls were dropped and are carried forward')
  if (waits !== null) log.warn(waits, 'a month of calls that is due is not dropped')
}
