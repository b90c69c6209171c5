import { setTimeout as pause } from 'node:timers/promises'

import type { Db } from '#shared/db/open-db.ts'

/** What is still to be done, by its name; $1 is the moment at which everything was due to be looked at once more. */
const OPEN = `
select what from (
  select 'a call' as what from call where finished_at is null
  union all select 'a payment on Solana at its final block' from solana_payment where state = 'confirmed'
  union all select 'a refund on Solana to be opened' from solana_payment y where verdict = 'refund' and state = 'final'
    and not exists (select from solana_refund r where r.payment_id = y.id)
  union all select 'a refund on Solana that waits for its seller' from solana_refund where settled_at is null
  union all select 'an event of the card processor' from card_event where state in ('waiting', 'parked')
  union all select 'a refund by card' from card_refund where state = 'asked'
  union all select 'an order on Solana to be looked at once more' from solana_order where look_at <= $1
  union all select 'a payment by card to be looked at once more' from card_payment where look_at <= $1
) open group by what`

/** Time passes for what is tried again. */
const SOONER = [
  `update card_event set look_at = now() where look_at > now() + interval '1 second'`,
  `update card_refund set look_at = now() where look_at > now() + interval '1 second'`,
]
/** Time passes for what is looked at without an event. */
const ONCE_MORE = [
  `update card_payment set look_at = now() where look_at is not null`,
  `update solana_order set look_at = now() where look_at is not null`,
]

/**
 * Waits until nothing is left to be done, and still nothing after every open payment and order was looked at once more.
 * Returns what is still open at the end of the patience, one line each.
 */
export async function untilQuiet(db: Db, patienceMs: number): Promise<string[]> {
  const until = Date.now() + patienceMs
  // The sweepers are up again by then, and were given what did not arrive.
  await pause(8_000)
  const before = await quiet(db, { since: new Date(0), looks: 3, until })
  for (const statement of ONCE_MORE) await db.pg.query(statement)
  const since = new Date()
  const open = await quiet(db, { since, looks: 5, until })
  return [...new Set([...before, ...open])].map((what) => `after the run there is still ${what}`)
}

/** Waits until so many looks, one a second, found nothing open. Returns what the last one found. */
async function quiet(
  db: Db,
  { since, looks, until }: { since: Date; looks: number; until: number },
): Promise<readonly string[]> {
  let open: readonly string[] = ['anything, which could not be read']
  for (let found = 0; found < looks && Date.now() < until; found = open.length === 0 ? found + 1 : 0) {
    for (const statement of SOONER) await db.pg.query(statement).catch(() => undefined)
    await pause(1_000)
    open = await db.pg.query<{ what: string }>(OPEN, [since]).then(
      ({ rows }) => rows.map(({ what }) => what),
      () => ['anything, which could not be read'],
    )
  }
  return open
}
