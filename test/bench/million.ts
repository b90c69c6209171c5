import { Client } from 'pg'

/**
 * Fills a database as it stands after a million calls: 1,000,000 call rows of 1,000 keys, a journal for each of those that ended, and
 * with the grants over 2,000,000 entries; 10,000 of the calls are open in a pool nobody serves, far from their deadline.
 */
export async function fillWithAMillion(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const statement of STATEMENTS) await client.query(statement)
  } finally {
    await client.end()
  }
}

const CALLS = 1_000_000
const KEYS = 1_000
const OPEN = 10_000

const uuid = (n: string) => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const STATEMENTS = [
  `set session_replication_role = replica`,
  `insert into account (id, code, kind, posted, granted) select 100000 + n, 'wallet:bench' || n, 'wallet', 0, 0 from generate_series(1, ${KEYS}) n`,
  `insert into call (id, slug, pool, payer, account_id, price, journal_id, state, attempt, timeout_ms, deadline, reply_to, input_digest, result, run_ms, accepted_at, enqueued_at, finished_at)
   select ${uuid('n')}, 'hash-text', 'outcome', 'prepaid', 100001 + n % ${KEYS}, 10000, 10000000 + n, 'captured', 1, 8000, now() - interval '1 hour', 'gone', '\\x00', '{"hex":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824","algorithm":"sha256"}', 0.1,
     now() - interval '2 hours', now() - interval '2 hours', now() - interval '2 hours' + n * interval '1 millisecond'
   from generate_series(1, ${CALLS - OPEN}) n`,
  `insert into call (id, slug, pool, payer, account_id, price, state, timeout_ms, deadline, reply_to, input, input_digest, enqueued_at)
   select ${uuid('n')}, 'screenshot', 'screenshot', 'prepaid', 100001 + n % ${KEYS}, 20000, 'held', 8000, now() + interval '1 hour', 'gone', '{}', '\\x00', now() + interval '1 hour'
   from generate_series(${CALLS - OPEN + 1}, ${CALLS}) n`,
  `insert into transfer (id, kind, account_id, amount, created_at) select journal_id, 'journal', account_id, price, finished_at from call where state = 'captured'`,
  `insert into entry (transfer_id, account_id, amount) select id, account_id, -amount from transfer where kind = 'journal' union all select id, 1, amount from transfer where kind = 'journal'`,
  // Each key was granted what it spent and holds, in a thousand grants, which brings the entries to three million.
  `insert into transfer (id, kind, account_id, amount, reason) select 50000000 + n, 'single', 100001 + n % ${KEYS}, 20000, 'grant:operator' from generate_series(1, 510000) n`,
  `insert into entry (transfer_id, account_id, amount) select id, account_id, amount from transfer where kind = 'single' and id > 50000000 union all select id, 2, -amount from transfer where kind = 'single' and id > 50000000`,
  `update account a set posted = coalesce((select sum(amount) from entry e where e.account_id = a.id), 0), held = coalesce((select sum(price) from call c where c.account_id = a.id and c.finished_at is null), 0) where a.id > 100000`,
  `set session_replication_role = origin`,
  `vacuum analyze`,
]
