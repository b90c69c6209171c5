import { singleFlight } from '#shared/lib/concurrency/cache-for.ts'
import { withinLimit } from '#shared/lib/concurrency/within-limit.ts'
import type { Db } from '#shared/db/open-db.ts'

/** What waits in the database for a process or an operator, by its name in metrics. */
export const WAITING = [
  'card_events',
  'card_events_quarantined',
  'card_disputes',
  'mails',
  'payouts',
  'payouts_held',
  'webhook_deliveries',
] as const
type Waiting = (typeof WAITING)[number]

export type WaitingWork = {
  /** How many wait, and how many seconds the oldest has been due; 0 where none waits. */
  waiting: Record<Waiting, { count: number; oldestSeconds: number }>
  /** Trials that were granted in this UTC day. */
  trialsToday: number
}

const LIMIT_MS = 1_000
/** Counting stops here: a scrape must not cost more because much waits. */
const MOST = 10_000

const counted = (rows: string) => `
  select count(*)::int as count, coalesce(greatest(0, extract(epoch from now() - min(since))), 0)::float8 as oldest
  from (${rows} limit ${MOST}) due`

// Each of them reads a partial index of what waits.
const ROWS: Record<Waiting, string> = {
  card_events: `select look_at as since from card_event where look_at <= now()`,
  card_events_quarantined: `select received_at as since from card_event where state = 'quarantined'`,
  card_disputes: `select opened_at as since from card_dispute
    where status in ('needs_response', 'under_review', 'warning_needs_response', 'warning_under_review')`,
  mails: `select due_at as since from mail where due_at <= now()`,
  payouts: `select created_at as since from payout where state = 'ready'`,
  payouts_held: `select created_at as since from payout where state = 'held' and seller_id is not null`,
  webhook_deliveries: `select due_at as since from webhook_delivery where state = 'pending' and due_at <= now()`,
}

const QUERY = `${WAITING.map((what) => `select '${what}' as what, one.* from (${counted(ROWS[what])}) one`).join('\nunion all\n')}
union all
select 'trials', count(*)::int, 0 from trial_claim where claimed_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'`

/** Returns a function that reads what waits. Null when the database does not answer within a second. */
export function readWaitingWork(db: Pick<Db, 'pg'>): () => Promise<WaitingWork | null> {
  const read = singleFlight(async () => {
    const { rows } = await db.pg.query<{ what: string; count: number; oldest: number }>({
      name: 'ops-waiting-work',
      text: QUERY,
    })
    const found = new Map(rows.map(({ what, count, oldest }) => [what, { count, oldestSeconds: oldest }]))
    const of = (what: string) => found.get(what) ?? { count: 0, oldestSeconds: 0 }
    // Safe: every name of WAITING has its entry.
    const waiting = Object.fromEntries(WAITING.map((what) => [what, of(what)])) as WaitingWork['waiting']
    return { waiting, trialsToday: of('trials').count }
  })
  return () => withinLimit(LIMIT_MS, read())
}
