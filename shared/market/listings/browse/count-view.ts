import type { Db } from '#shared/db/open-db.ts'
import type { Log } from '#shared/log.ts'

const FLUSH_MS = 10_000
const MOST_WAITING = 5_000

/**
 * Counts the views of listings. Views are gathered in memory and written every ten seconds in one statement, so that
 * readers of a popular listing do not all write its row. A crash loses the views not yet written, which nothing depends
 * on.
 */
export function viewCounter(db: Pick<Db, 'relaxed'>, log: Pick<Log, 'warn'>, nowMs: () => number) {
  const waiting = new Map<string, number>()
  let flushedAt = nowMs()

  const flush = async () => {
    flushedAt = nowMs()
    // Sorted by id, so that two processes that write the same listings do not deadlock.
    const views = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1))
    waiting.clear()
    // SQL: many listings in one statement that locks them in order, without waiting for the disk.
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
