import { Migration } from '@mikro-orm/migrations'

/** What outcomes keep for whoever pays: notes and workspaces, counted by owner. */
export class Stores extends Migration {
  override name = '0008-stores'

  override up() {
    for (const statement of [NOTES, WORKSPACES, COUNTS]) this.addSql(statement)
  }
}

const NOTES = `
create table effect (
  id uuid primary key,
  answer text not null,
  at timestamptz not null default now()
);
create index effect_time on effect (at);

create table store_owner (
  owner text primary key,
  notes integer not null default 0,
  note_bytes bigint not null default 0,
  workspaces integer not null default 0,
  posts bigint not null default 0,
  created_at timestamptz not null default now(),
  constraint store_owner_note_bytes check (note_bytes between 0 and 104857600),
  constraint store_owner_notes check (notes between 0 and 10000),
  constraint store_owner_workspaces check (workspaces between 0 and 50)
) with (fillfactor = 70);

create table note (
  id text primary key,
  owner text not null,
  owner_tag text not null,
  key text,
  title text,
  tags text[] not null default '{}',
  visibility text not null default 'private' check (visibility in ('private', 'public')),
  version integer not null check (version > 0),
  bytes integer not null check (bytes > 0),
  stored_bytes bigint not null,
  sha256 text not null,
  agent_id text,
  has_secret boolean not null default false,
  flags jsonb not null default '[]',
  search tsvector not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint note_check check ((stored_bytes >= bytes)),
  constraint note_no_public_secret check (visibility = 'private' or not has_secret)
);
create index note_expiry on note (expires_at) where expires_at is not null;
create index note_of_owner on note (owner, updated_at, id);
create index note_public on note (updated_at, id) where visibility = 'public';
create index note_search on note using gin (search);
create unique index note_key on note (owner, key) where key is not null;

create table note_version (
  note_id text not null references note (id) on delete cascade,
  version integer not null check (version > 0),
  content text not null,
  is_json boolean not null,
  bytes integer not null check (bytes between 1 and 262144),
  sha256 text not null,
  agent_id text,
  author_tag text not null,
  flags jsonb not null default '[]',
  at timestamptz not null default now(),
  primary key (note_id, version)
);

create table note_share (
  id text primary key,
  note_id text not null references note (id) on delete cascade,
  token_hash text not null unique,
  permission text not null check (permission in ('read', 'append')),
  pin_version integer check (pin_version > 0),
  max_uses integer check (max_uses > 0),
  uses_left integer check (uses_left >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint note_share_uses check ((max_uses is null) = (uses_left is null) and (uses_left is null or uses_left <= max_uses))
);
create index note_share_expiry on note_share (expires_at);
create index note_share_of_note on note_share (note_id, created_at);

create table note_reader (
  note_id text not null references note (id) on delete cascade,
  reader text not null,
  read_at timestamptz not null default now(),
  primary key (note_id, reader)
);
create index note_reader_time on note_reader (read_at);
`

const WORKSPACES = `
create table workspace (
  id text primary key,
  owner text not null,
  name text not null,
  description text,
  quota_bytes bigint not null check (quota_bytes between 1024 and 104857600),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  files integer not null default 0 check (files >= 0),
  revision bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  constraint workspace_files check (files <= 10000),
  constraint workspace_quota check (used_bytes <= quota_bytes)
) with (fillfactor = 70);
create index workspace_expiry on workspace (expires_at) where expires_at is not null;
create unique index workspace_name on workspace (owner, name);

create table workspace_member (
  id text primary key,
  workspace_id text not null references workspace (id) on delete cascade,
  agent_id text,
  role text not null check (role in ('reader', 'writer', 'admin')),
  token_hash text not null unique,
  created_at timestamptz not null default now()
);
create index workspace_member_of on workspace_member (workspace_id);

create table workspace_guest (
  workspace_id text not null references workspace (id) on delete cascade,
  owner text not null,
  member_id text not null references workspace_member (id) on delete cascade,
  joined_at timestamptz not null default now(),
  primary key (workspace_id, owner)
);
create index workspace_guest_owner on workspace_guest (owner);

create table workspace_file (
  id text primary key,
  workspace_id text not null references workspace (id) on delete cascade,
  path text not null,
  version integer not null check (version > 0),
  bytes integer not null check (bytes >= 0),
  sha256 text not null,
  agent_id text,
  deleted_at timestamptz,
  updated_at timestamptz not null default now()
);
create index workspace_file_gone on workspace_file (workspace_id, path) where deleted_at is not null;
create unique index workspace_file_path on workspace_file (workspace_id, path) where deleted_at is null;

create table workspace_version (
  file_id text not null references workspace_file (id) on delete cascade,
  version integer not null check (version > 0),
  content text,
  is_json boolean not null,
  bytes integer not null check (bytes between 0 and 1048576),
  sha256 text not null,
  agent_id text,
  author text not null,
  flags jsonb not null default '[]',
  at timestamptz not null default now(),
  primary key (file_id, version),
  constraint workspace_version_tombstone check (content is not null or bytes = 0)
);

create table workspace_change (
  workspace_id text not null references workspace (id) on delete cascade,
  revision bigint not null,
  op text not null check (op in ('put', 'append', 'delete', 'move', 'json_patch')),
  path text not null,
  moved_to text,
  version integer not null,
  agent_id text,
  message text,
  at timestamptz not null default now(),
  primary key (workspace_id, revision),
  constraint workspace_change_moves check ((op = 'move') = (moved_to is not null))
);
`

const COUNTS = `
create function store_count(who text, more_notes integer, more_bytes bigint, more_workspaces integer) returns void language plpgsql as $$
begin
  insert into store_owner (owner) values (who) on conflict (owner) do nothing;
  update store_owner set notes = notes + more_notes, note_bytes = note_bytes + more_bytes, workspaces = workspaces + more_workspaces
  where owner = who;
end $$;
create function note_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform store_count(new.owner, 1, new.stored_bytes, 0);
  elsif tg_op = 'DELETE' then perform store_count(old.owner, -1, -old.stored_bytes, 0);
  else perform store_count(new.owner, 0, new.stored_bytes - old.stored_bytes, 0);
  end if;
  return null;
end $$;
create function workspace_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform store_count(new.owner, 0, 0, 1);
  else perform store_count(old.owner, 0, 0, -1);
  end if;
  return null;
end $$;
create trigger note_counts after insert or delete on note for each row execute function note_counted();
create trigger note_recounts after update on note for each row when (old.stored_bytes <> new.stored_bytes) execute function note_counted();
create trigger workspace_counts after insert or delete on workspace for each row execute function workspace_counted();
`
