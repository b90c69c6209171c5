import { Migration } from '@mikro-orm/migrations'

/** Uploads: what was sent and what was made of it. */
export class UploadRecords extends Migration {
  override name = '0007-upload-records'

  override up() {
    this.addSql(TABLES)
  }
}

const TABLES = `
create table media (
  id uuid primary key,
  owner text not null,
  kind text not null check (kind in ('image', 'video')),
  state text not null default 'pending' check (state in ('pending', 'ready', 'refused')),
  source_key text,
  source_type text not null,
  source_bytes bigint check (source_bytes > 0),
  source_sha256 text,
  files jsonb,
  width integer check (width > 0),
  height integer check (height > 0),
  frames integer check (frames > 0),
  duration_ms integer check (duration_ms > 0),
  bytes bigint check (bytes > 0),
  refusal jsonb,
  attempt integer not null default 0,
  lease_until timestamptz,
  enqueued_at timestamptz,
  uploaded_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  constraint media_ends_once check ((state = 'pending') = (finished_at is null)),
  constraint media_pending_has_source check (state <> 'pending' or source_key is not null),
  constraint media_ready_is_whole check (state <> 'ready' or (files is not null and width is not null and height is not null and bytes is not null and (kind = 'image' or duration_ms is not null))),
  constraint media_refused_says_why check (state <> 'refused' or refusal is not null)
);
create index media_of_listings on media (created_at) where owner like 'listing:%';
create index media_owner on media (owner, created_at);
create index media_to_do on media (created_at) where source_key is not null;
`
