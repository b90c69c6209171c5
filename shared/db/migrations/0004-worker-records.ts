import { Migration } from '@mikro-orm/migrations'

/** What workers tell of themselves, what is counted of outcomes, and what workers share about upstreams. */
export class WorkerRecords extends Migration {
  override name = '0004-worker-records'

  override up() {
    for (const statement of [TABLES, ROWS]) this.addSql(statement)
  }
}

const TABLES = `
create table worker_pulse (
  worker_id text not null,
  pool text not null,
  slots integer not null,
  busy integer not null,
  run_ms real not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  lacks text[] not null default '{}',
  primary key (worker_id, pool)
);

create table housekeeping (
  task text primary key,
  ran_at timestamptz not null default '1970-01-01'
);

create table outcome_stat (
  slug text not null,
  day date not null,
  calls bigint not null default 0,
  paid_calls bigint not null default 0,
  succeeded bigint not null default 0,
  captured_micro bigint not null default 0,
  released_micro bigint not null default 0,
  ms_histogram bigint[] not null default array_fill(0::bigint, array[16]),
  last_called_at timestamptz,
  primary key (slug, day)
);

create table stat_cursor (
  id boolean primary key default true check (id),
  counted_to timestamptz not null
);

create table outcome_pause (
  slug text primary key,
  paused_until timestamptz not null,
  strikes integer not null default 1
);

create unlogged table upstream_cache (
  key bytea primary key,
  upstream text not null,
  status smallint not null,
  content_type text not null,
  etag text,
  last_modified text,
  body bytea not null check (octet_length(body) <= 1048576),
  fetched_at timestamptz not null default now(),
  keep_until timestamptz not null
);
create index upstream_cache_keep_until on upstream_cache (keep_until);

create unlogged table upstream_pace (
  upstream text primary key,
  next_at timestamptz not null
) with (fillfactor = 20);
`

const ROWS = `
insert into stat_cursor (counted_to) values (now());
`
