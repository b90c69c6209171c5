import { Client } from 'pg'

import { CATEGORIES, LISTING_KINDS } from '#shared/market/listings/listing-options.rules.ts'

/** Words of a vocabulary, the first ones common, the last ones rare (the nth is n times as rare as the first). */
export const VOCABULARY = 5_000
const SYLLABLES = ['ba', 'co', 'di', 'fu', 'ga', 'le', 'mo', 'ni', 'pu', 'ra', 'se', 'ti', 'vo', 'xe', 'zu', 'wi']

/** The nth word: syllables, so that letters in threes are shared by words as in a language. */
export function wordAt(nth: number): string {
  let word = ''
  for (let rest = nth + SYLLABLES.length ** 2; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length] ?? ''
  return word
}
export const TAGS = ['python', 'node', 'sql', 'docker', 'rust', 'figma', 'solana', 'cobol'] as const

/**
 * Fills a migrated database with so many live listings of a thousand sellers: words by Zipf's law, some categories and
 * tags rare, a tenth free, a tenth auctions. Indexes are made afterwards, which is quicker, and everything is analysed.
 */
export async function fillListings(databaseUrl: string, count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    await client.query(`set maintenance_work_mem = '256MB'`)
    await client.query(`select setseed(0.42)`)
    await client.query(USERS)
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename = 'listing' and indexname not in ('listing_pkey', 'listing_slug')`,
    )
    for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
    const words = Array.from({ length: VOCABULARY }, (_, nth) => wordAt(nth))
    const names = (options: readonly { id: string }[]) => options.map(({ id }) => id)
    await client.query(LISTINGS, [count, words, names(CATEGORIES), names(LISTING_KINDS), TAGS])
    for (const { indexdef } of rows) await client.query(indexdef)
    // As their triggers would have written them.
    await client.query(`insert into listing_word (word) select unnest($1::text[]) on conflict do nothing`, [
      [...words, ...TAGS],
    ])
    await client.query(`vacuum analyze listing, listing_word`)
    await client.query(`analyze market_user`)
  } finally {
    await client.end()
  }
}

const uuid = (n: string, kind: string) => `('01900000-0000-7000-8${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const USERS = `
insert into market_user (id, account_id, username, skeleton, email, created_at)
select ${uuid('n', '001')}, ${uuid('n', '001')}, 'seller' || n, 'seller' || n, 'seller' || n || '@mail.example', now() from generate_series(1, 1000) n`

/** A place from 1 to the length, the first ones more often. */
const skewed = (length: string) => `least(${length}, floor(exp(random() * ln(${length}::float8 + 1))))::int`

const LISTINGS = `
insert into listing (id, owner_id, slug, status, published_at, created_at, updated_at, title, summary, description, category,
  listing_kind, listing_type, price_cents, tech_stack, views, sales_count, rating_sum, rating_count)
select ${uuid('n', '002')}, ${uuid(`1 + n % 1000`, '001')}, 'listing-' || n, 'live', now() - (n || ' seconds')::interval,
  now() - (n || ' seconds')::interval, now() - (random() * $1 || ' seconds')::interval, w.title, w.summary, w.body,
  ($3::text[])[${skewed(`cardinality($3::text[])`)}], ($4::text[])[${skewed(`cardinality($4::text[])`)}],
  case when n % 10 = 0 then 'auction' else 'fixed' end, case when n % 10 = 1 then 0 else 100 * (1 + floor(random() * 500))::int end,
  array[($5::text[])[${skewed(`cardinality($5::text[])`)}], ($5::text[])[${skewed(`cardinality($5::text[])`)}]],
  floor(exp(random() * 8)), floor(exp(random() * 4)) - 1, r.ratings * (1 + n / 7 % 5), r.ratings
from generate_series(1, $1::int) n
cross join lateral (select floor(exp(random() * 3))::int - 1 + n * 0 as ratings) r
cross join lateral (
  select string_agg(word, ' ') filter (where k <= 4) as title, string_agg(word, ' ') filter (where k between 5 and 14) as summary,
    string_agg(word, ' ') filter (where k > 14) as body
  from (select k, ($2::text[])[${skewed(`cardinality($2::text[]) + n * 0`)}] as word from generate_series(1, 44) k) picked) w`
