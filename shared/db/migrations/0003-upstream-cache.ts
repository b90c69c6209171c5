import { Migration } from '@mikro-orm/migrations'

/**
 * What upstreams answered, shared by all workers, and the pace they are asked at. Unlogged: both may be lost with a
 * crash of PostgreSQL, and neither is worth a write to its log.
 */
export class UpstreamCache extends Migration {
  override name = '0003-upstream-cache'

  override up() {
    this.addSql(`create unlogged table upstream_cache (
      key bytea primary key,
      upstream text not null,
      status smallint not null,
      content_type text not null,
      body bytea not null check (octet_length(body) <= 1048576),
      etag text,
      last_modified text,
      fetched_at timestamptz not null default now(),
      keep_until timestamptz not null
    )`)
    this.addSql(`create index upstream_cache_keep_until on upstream_cache (keep_until)`)
    this.addSql(`create unlogged table upstream_pace (
      upstream text primary key,
      next_at timestamptz not null
    ) with (fillfactor = 20)`)
  }
}
