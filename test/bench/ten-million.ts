import { Client } from 'pg'

/** Calls, months they are spread over, keys they are of, and calls that one journal captured. */
const CALLS = 10_000_000
const MONTHS = 10
const KEYS = 1_000
const CALLS_PER_JOURNAL = 14
/** Numbers of journals within their month begin so far above those that the measured calls take. */
const FIRST_JOURNAL = 2 ** 30
/** Rows of one statement. */
const CHUNK = 1_000_000

/**
 * Fills a new database as it stands after ten months: `calls` captured and purged calls (ten million unless said) in ten
 * partitions, the journals of every fourteen calls with their entries in as many, and grants that cover them. The rows are written
 * past the triggers, those of calls straight into the partitions.
 */
export async function fillWithTenMillion(
  databaseUrl: string,
  say: (line: string) => void,
  calls = CALLS,
): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into account (id, code, kind) select 100000 + n, 'wallet:bench' || n, 'wallet' from generate_series(1, ${KEYS}) n`,
    )
    const parts = await makeMonths(client)
    const each = calls / MONTHS
    for (const [nth, { part, from }] of parts.entries()) {
      for (let done = 0; done < each; done += CHUNK)
        await client.query(FILL(part), [from, nth * each + done, Math.min(CHUNK, each - done), done])
      say(`${((nth + 1) * each).toLocaleString('en')} calls`)
    }
    for (const { from } of parts) await client.query(JOURNALS(each), [from])
    for (const statement of BOOKS) await client.query(statement)
    say('the books')
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Replaces the first partition, which is empty, by one for each of the last ten months. */
async function makeMonths(client: Client): Promise<{ part: string; from: string }[]> {
  const { rows } = await client.query<{ part: string; from: string; until: string }>(
    `with first as (select months.until('months.call_first'::regclass) as until)
    select 'months.call_' || to_char(m at time zone 'utc', 'YYYY_MM') as part, m::text as from,
      ((m at time zone 'utc' + interval '1 month') at time zone 'utc')::text as until
    from first, generate_series(1, ${MONTHS}) n, lateral (select (until at time zone 'utc' - make_interval(months => n::int)) at time zone 'utc' as m) month order by m`,
  )
  await client.query('drop table months.call_first')
  for (const { part, from, until } of rows) {
    const bound = (at: string) => `'${at}'::timestamptz`
    const { rows: ids } = await client.query<{ low: string; high: string }>(
      `select months.first_uuid(${bound(from)})::text as low, months.first_uuid(${bound(until)})::text as high`,
    )
    await client.query(
      `create table ${part} partition of call for values from ('${ids[0]?.low}') to ('${ids[0]?.high}') with (fillfactor = 80)`,
    )
    for (const table of ['transfer', 'entry'])
      await client.query(
        `select months.attach($1::text::regclass, $2, 'none', months.first_journal_id(${bound(from)})::text, months.first_journal_id(${bound(until)})::text)
        where not months.has($1::text, months.first_journal_id(${bound(from)}))`,
        [table, part.replace('months.call', `${table}_journal`)],
      )
  }
  return rows
}

// The id of a call is its month, a millisecond for each two calls, and its number.
const FILL = (part: string) => `
insert into ${part} (id, slug, pool, payer, account_id, price, journal_id, state, attempt, timeout_ms, deadline, reply_to, input_digest, run_ms,
  accepted_at, enqueued_at, finished_at, purged_at)
select (left(months.first_uuid(at)::text, 13) || '-7000-8000-' || lpad(to_hex($2::bigint + n), 12, '0'))::uuid, 'hash-text', 'outcome', 'prepaid',
  100001 + (($4::int + n) / ${CALLS_PER_JOURNAL}) % ${KEYS}, 10000,
  months.first_journal_id($1::timestamptz) + ${FIRST_JOURNAL} + ($4::int + n) / ${CALLS_PER_JOURNAL}, 'captured', 1, 8000,
  at, 'gone', decode(md5(n::text), 'hex'), 0.1, at, at, at, at + interval '25 hours'
from generate_series(0, $3::int - 1) n, lateral (select $1::timestamptz + ($4::int + n) * interval '2 seconds' as at) t`

/** The journals of a month of so many calls. */
const JOURNALS = (calls: number) => `
insert into transfer (id, kind, account_id, amount, created_at)
select months.first_journal_id($1::timestamptz) + ${FIRST_JOURNAL} + j, 'journal', 100001 + j % ${KEYS},
  10000 * least(${CALLS_PER_JOURNAL}, ${calls} - j * ${CALLS_PER_JOURNAL}), now() + interval '3 months'
from generate_series(0, ${Math.ceil(calls / CALLS_PER_JOURNAL) - 1}) j`

const BOOKS = [
  `insert into transfer (id, kind, account_id, amount, reason)
   select 20000000 + account_id, 'single', account_id, sum(amount), 'grant:operator' from transfer where kind = 'journal' group by account_id`,
  `insert into entry (transfer_id, account_id, amount)
   select id, account_id, -amount from transfer where kind = 'journal' union all select id, 1, amount from transfer where kind = 'journal'
   union all select id, account_id, amount from transfer where id between 20000000 and 30000000
   union all select id, 2, -amount from transfer where id between 20000000 and 30000000`,
]
