import { Migration } from '@mikro-orm/migrations'

/** The square, attestations and their log, reputation, leaderboards and merchants. */
export class PublicRecords extends Migration {
  override name = '0009-public-records'

  override up() {
    for (const statement of [TABLES, RULES, ROWS]) this.addSql(statement)
  }
}

const TABLES = `
create table square_post (
  id text primary key,
  thread_id text not null,
  reply_to text,
  owner text not null,
  owner_tag text not null,
  label text not null,
  verified boolean not null,
  kind text not null check (kind in ('message', 'offer', 'request', 'reply', 'announcement')),
  text text not null check (length(text) between 1 and 2000),
  tags text[] not null default '{}',
  link text,
  price_cents bigint check (price_cents >= 0),
  state text not null check (state in ('live', 'held')),
  flags jsonb not null default '[]',
  search tsvector not null,
  posted_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint square_post_reply check ((kind = 'reply') = (reply_to is not null)),
  constraint square_post_root check ((reply_to is null) = (thread_id = id))
);
create index square_post_expiry on square_post (expires_at);
create index square_post_live on square_post (posted_at, id) where state = 'live';
create index square_post_owner on square_post (owner, posted_at);
create index square_post_search on square_post using gin (search);
create index square_post_thread on square_post (thread_id, posted_at, id);

create table square_label (
  label text primary key,
  owner text not null,
  public_key text not null,
  claimed_at timestamptz not null default now()
);

create table attestation_log (
  id boolean primary key default true check (id),
  size bigint not null default 0 check (size >= 0),
  peaks bytea[] not null default '{}',
  root bytea not null,
  changed_at timestamptz not null default now()
);

create table attestation_node (
  level smallint not null check (level between 0 and 62),
  position bigint not null check (position >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, position)
);

create table attestation (
  id text primary key,
  log_index bigint not null unique check (log_index >= 0),
  leaf_hash bytea not null check (octet_length(leaf_hash) = 32),
  log_root bytea not null check (octet_length(log_root) = 32),
  owner text not null,
  credential text not null,
  agent_id text not null,
  claim text not null,
  about_agent text,
  rating smallint check (rating between 1 and 5),
  visibility text not null check (visibility in ('public', 'private')),
  content_digest text not null,
  envelope text not null,
  agent_signature text,
  issued_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index attestation_about on attestation (about_agent, issued_at) where about_agent is not null and visibility = 'public';
create index attestation_by on attestation (agent_id, issued_at);
create index attestation_same on attestation (owner, content_digest, issued_at);

create table reputation_evidence (
  id text primary key,
  agent_id text not null,
  kind text not null check (kind in ('settled', 'delivered', 'attested', 'dispute_open', 'dispute_lost', 'dispute_won')),
  rating smallint check (rating between 1 and 5),
  counterparty text not null,
  cluster text,
  by_agent text,
  is_trial boolean not null default false,
  at timestamptz not null default now(),
  constraint reputation_attested_has_rating check ((kind = 'attested') = (rating is not null))
);
create index reputation_evidence_agent on reputation_evidence (agent_id, at);
create index reputation_evidence_by on reputation_evidence (by_agent, agent_id) where by_agent is not null;

create table agent_stat (
  owner text not null,
  agent_id text not null,
  hour timestamptz not null,
  calls bigint not null default 0,
  captured_micro bigint not null default 0,
  is_trial boolean not null default false,
  primary key (owner, agent_id, hour)
);
create index agent_stat_hour on agent_stat (hour);

create table agent_opt_out (
  owner text not null,
  agent_id text not null,
  at timestamptz not null default now(),
  primary key (owner, agent_id)
);

create table leaderboard (
  metric text not null,
  period text not null,
  from_at timestamptz,
  taken_at timestamptz not null,
  total integer not null,
  primary key (metric, period)
);

create table leaderboard_entry (
  metric text not null check (metric in ('reputation', 'settled_volume', 'calls', 'jobs_completed', 'attestations')),
  period text not null check (period in ('24h', '7d', '30d', 'all')),
  rank integer not null check (rank > 0),
  agent_id text not null,
  handle text not null,
  value double precision not null,
  n integer not null,
  change_rank integer
);
create index leaderboard_entry_rank on leaderboard_entry (metric, period, rank, handle);

create table featured_board (
  id boolean primary key default true check (id),
  turn bigint not null default 0
);

create table featured_slot (
  id text primary key,
  owner text not null,
  slug text not null,
  label text,
  url text,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null,
  constraint featured_slot_length check (ends_at > starts_at)
);
create index featured_slot_end on featured_slot (ends_at);

create table payto_observation (
  origin text not null,
  network text not null,
  address text not null,
  amount text,
  asset text,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  count bigint not null default 1 check (count > 0),
  primary key (origin, network, address)
);
create index payto_observation_seen on payto_observation (last_seen);
`

const RULES = `
create function attestation_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: the log is append-only', tg_op, tg_table_name using errcode = '23514', constraint = 'attestation_append_only';
end $$;
create trigger attestation_kept before delete or truncate on attestation for each statement execute function attestation_kept();
create trigger attestation_unchanged before update on attestation for each row when (
  (new.id, new.log_index, new.leaf_hash, new.log_root, new.owner, new.envelope) is distinct from
  (old.id, old.log_index, old.leaf_hash, old.log_root, old.owner, old.envelope)
  or (old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at)
) execute function attestation_kept();
create trigger attestation_node_kept before update or delete or truncate on attestation_node for each statement execute function attestation_kept();
create trigger attestation_log_grows before update on attestation_log for each row when (new.size <> old.size + 1) execute function attestation_kept();
create trigger attestation_log_kept before delete or truncate on attestation_log for each statement execute function attestation_kept();
`

// The root of an empty log is the SHA-256 of nothing.
const ROWS = `
insert into attestation_log (root) values ('\\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
insert into featured_board default values;
`
