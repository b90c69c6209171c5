import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'

const FLUSH_MS = 10_000
const MOST_WAITING = 5_000

/**
 * Counts who looks at listings. Views are gathered in the process and written every ten seconds in one statement, so a
 * listing everybody reads is not a row everybody writes. A crash loses ten seconds of views, which nothing depends on.
 */
export function viewCounter(db: Pick<Db, 'relaxed'>, log: Pick<Log, 'warn'>, nowMs: () => number) {
  const waiting = new Map<string, number>()
  let flushedAt = nowMs()

  const flush = async () => {
    flushedAt = nowMs()
    // In one order, so that two processes that write the same listings do not wait for each other.
    const views = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1))
    waiting.clear()
    await db.relaxed.query({
      name: 'listing-views',
      text: ADD,
      values: [views.map(([id]) => id), views.map(([, count]) => count)],
    })
  }
  return {
    count(listingId: string): void {
      if (waiting.size < MOST_WAITING) waiting.set(listingId, (waiting.get(listingId) ?? 0) + 1)
      if (nowMs() - flushedAt < FLUSH_MS) return
      void flush().catch((error: unknown) => log.warn({ err: error }, 'views of listings were not written'))
    },
    flush,
  }
}

const ADD = `
with seen as (select * from unnest($1::uuid[], $2::int[]) as t (id, n)),
  locked as (select l.id, seen.n from listing l join seen using (id) order by l.id for no key update of l)
update listing l set views = views + locked.n from locked where l.id = locked.id`
