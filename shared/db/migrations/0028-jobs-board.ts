import { Migration } from '@mikro-orm/migrations'

/** The jobs board: jobs, proposals, the one engagement of each job with its escrow, and what limits count of an account. */
export class JobsBoard extends Migration {
  override name = '0028-jobs-board'

  override up() {
    for (const statement of [JOBS, WORK, LEDGER, STATES, COUNTERS, ESCROW]) this.addSql(statement)
  }
}

const JOBS = `
create table job (
  id uuid primary key,
  poster_id uuid not null references market_user (id),
  poster_account_id uuid not null,
  status text not null default 'open' check (status in ('open', 'hired', 'delivered', 'disputed', 'completed', 'resolved', 'canceled', 'expired')),
  job_kind text not null check (job_kind in ('standalone', 'listing')),
  category text not null,
  listing_id uuid references listing (id),
  title text not null check (length(title) between 1 and 120),
  description text not null check (length(description) <= 20000),
  done_when text check (length(done_when) <= 5000),
  budget_cents integer not null check (budget_cents between 100 and 10000000),
  capability_tags text[] not null default '{}' check (cardinality(capability_tags) <= 10),
  checks jsonb not null,
  check_cents integer not null default 0 check (check_cents between 0 and 100000),
  proposal_count integer not null default 0 check (proposal_count >= 0),
  expires_at timestamptz not null,
  wake_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', listing_words(capability_tags)), 'B')
    || setweight(to_tsvector('english', description), 'D')) stored,
  constraint job_ended_sleeps check ((wake_at is null) or (status in ('open', 'hired', 'delivered', 'disputed'))),
  constraint job_of_listing check ((job_kind = 'listing') = (listing_id is not null))
) with (fillfactor = 80);
create index job_of_poster on job (poster_id, id desc);
create index job_open_category on job (category, updated_at desc, id desc) where status = 'open';
create index job_open_newest on job (updated_at desc, id desc) where status = 'open';
create index job_open_search on job using gin (search) with (gin_pending_list_limit = 256) where status = 'open';
create index job_open_tags on job using gin (capability_tags) with (gin_pending_list_limit = 256) where status = 'open';
create index job_to_wake on job (wake_at) where wake_at is not null;

create table proposal (
  id uuid primary key,
  job_id uuid not null references job (id),
  worker_id uuid not null references market_user (id),
  account_id uuid not null,
  status text not null default 'pending' check (status in ('pending', 'hired', 'declined', 'withdrawn')),
  cover_letter text not null check (length(cover_letter) between 50 and 5000),
  bid_cents integer not null check (bid_cents > 0),
  delivery_days integer not null check (delivery_days between 1 and 90),
  approach text check (length(approach) <= 5000),
  work_sample_url text check (length(work_sample_url) <= 2000 and work_sample_url like 'https://%'),
  capability_tags text[] not null default '{}' check (cardinality(capability_tags) <= 10),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
create index proposal_of_job on proposal (job_id, id);
create index proposal_of_worker on proposal (worker_id, id desc);
create unique index proposal_one_each on proposal (job_id, account_id) where status in ('pending', 'hired');
create unique index proposal_one_hired on proposal (job_id) where status = 'hired';

create table engagement (
  job_id uuid primary key references job (id),
  proposal_id uuid not null references proposal (id),
  poster_id uuid not null references market_user (id),
  poster_account_id uuid not null,
  worker_id uuid not null references market_user (id),
  worker_account_id uuid not null,
  payer_account_id bigint not null,
  bid_cents integer not null check (bid_cents > 0),
  check_cents integer not null check (check_cents >= 0),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  funded_at timestamptz not null default now(),
  due_at timestamptz not null,
  deliveries integer not null default 0 check (deliveries between 0 and 4),
  delivered_at timestamptz,
  disputed_at timestamptz,
  disputed_by text check (disputed_by in ('poster', 'worker', 'operator')),
  poster_answered_at timestamptz,
  worker_answered_at timestamptz,
  decided_at timestamptz,
  worker_bps integer check (worker_bps between 0 and 10000),
  worker_cents integer not null default 0 check (worker_cents >= 0), fee_cents integer not null default 0 check (fee_cents >= 0),
  checks_cents integer not null default 0 check (checks_cents >= 0),
  poster_cents integer not null default 0 check (poster_cents >= 0),
  refund_key_id text,
  constraint engagement_one_proposal unique (proposal_id),
  constraint engagement_decided check ((decided_at is null) = (worker_bps is null)),
  constraint engagement_disputed check ((disputed_at is null) = (disputed_by is null)),
  constraint engagement_of_two check (poster_account_id <> worker_account_id),
  constraint engagement_split check (worker_cents + fee_cents + checks_cents + poster_cents = case when decided_at is null then 0 else bid_cents + check_cents end)
) with (fillfactor = 80);
create index engagement_active on engagement (worker_account_id) where decided_at is null;
create index engagement_of_worker on engagement (worker_id, job_id desc);

create table job_event (
  job_id uuid not null references job (id),
  nth integer not null check (nth > 0),
  at timestamptz not null default now(),
  event text not null,
  actor text not null check (actor in ('poster', 'worker', 'platform', 'operator')),
  reason text check (length(reason) <= 2000),
  status text not null check (status in ('open', 'hired', 'delivered', 'disputed', 'completed', 'resolved', 'canceled', 'expired')),
  primary key (job_id, nth)
);

create table job_standing (
  account_id uuid primary key,
  open_jobs integer not null default 0, pending_proposals integer not null default 0, active_engagements integer not null default 0,
  completed integer not null default 0, disputes integer not null default 0,
  constraint job_standing_active check (active_engagements between 0 and 3),
  constraint job_standing_open_jobs check (open_jobs between 0 and 50),
  constraint job_standing_pending check (pending_proposals between 0 and 12),
  constraint job_standing_record check ((completed >= 0) and (disputes >= 0))
) with (fillfactor = 80);
`

const WORK = `
create table delivery (
  job_id uuid not null references engagement (job_id),
  nth integer not null check (nth > 0),
  notes text not null check (length(notes) <= 20000),
  url text check (length(url) <= 2000 and url like 'https://%'),
  result jsonb,
  files jsonb not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  primary key (job_id, nth),
  constraint delivery_says check ((url is not null) or (length(notes) >= 40))
);

create table job_file (
  id uuid primary key,
  job_id uuid not null references engagement (job_id),
  delivery_nth integer,
  name text not null check (length(name) between 1 and 120),
  bytes integer not null check (bytes > 0),
  sha256 text not null,
  created_at timestamptz not null default now()
);
create index job_file_of_job on job_file (job_id);

create table job_message (
  id uuid primary key,
  job_id uuid not null references engagement (job_id),
  author text not null check (author in ('poster', 'worker')),
  text text not null check (length(text) between 1 and 5000),
  created_at timestamptz not null default now()
);
create index job_message_of_job on job_message (job_id, id);

create table job_review (
  job_id uuid not null references engagement (job_id),
  author text not null check (author in ('poster', 'worker')),
  subject_id uuid not null references market_user (id),
  rating integer not null check (rating between 1 and 5),
  text text check (length(text) <= 2000),
  created_at timestamptz not null default now(),
  primary key (job_id, author)
);
create index job_review_of_subject on job_review (subject_id, created_at desc);

create table job_vetting (
  job_id uuid not null references job (id),
  delivery_nth integer not null check (delivery_nth >= 0),
  wanted_at timestamptz not null default clock_timestamp(),
  taken_until timestamptz,
  tries integer not null default 0,
  vetted_at timestamptz,
  verdict text check (verdict in ('passed', 'warnings', 'failed')),
  results jsonb,
  primary key (job_id, delivery_nth),
  constraint job_vetting_done check ((vetted_at is null) = (verdict is null))
);
create index job_vetting_to_do on job_vetting (wanted_at) where vetted_at is null;
`

// Money of a job stands in escrow under the job's id from its hire to its decision.
const LEDGER = `
alter table account drop constraint account_kind_check;
alter table account add constraint account_kind_check check (kind in ('wallet', 'promo', 'revenue', 'equity', 'clearing', 'unearned', 'payable', 'market', 'treasury', 'escrow'));
insert into account (id, code, kind, currency) values (21, 'job_escrow', 'escrow', 'usdc'), (22, 'platform_fees_jobs', 'revenue', 'usdc');
`

// Transitions of a job are those of shared/market/jobs/transitions.rules.ts; a test compares them.
const STATES = `
create function job_change_refused() returns trigger language plpgsql as $$
begin
  raise exception 'this change of a % is refused: its states go one way, and its terms are kept', tg_table_name
    using errcode = '23514', constraint = tg_name;
end $$;
create trigger job_states before update on job for each row when (
  (old.status <> new.status and (old.status, new.status) not in (
    ('open', 'hired'), ('open', 'canceled'), ('open', 'expired'),
    ('hired', 'delivered'), ('hired', 'canceled'), ('hired', 'disputed'),
    ('delivered', 'hired'), ('delivered', 'completed'), ('delivered', 'canceled'), ('delivered', 'disputed'),
    ('disputed', 'completed'), ('disputed', 'canceled'), ('disputed', 'resolved')))
  or (old.poster_id, old.poster_account_id, old.job_kind, old.listing_id) is distinct from (new.poster_id, new.poster_account_id, new.job_kind, new.listing_id)
  or (old.status <> 'open' and (old.category, old.title, old.description, old.done_when, old.budget_cents, old.capability_tags, old.checks, old.check_cents)
    is distinct from (new.category, new.title, new.description, new.done_when, new.budget_cents, new.capability_tags, new.checks, new.check_cents))
) execute function job_change_refused();
create trigger proposal_states before update on proposal for each row when (
  (old.status <> new.status and (old.status <> 'pending' or new.status = 'pending'))
  or (old.job_id, old.worker_id, old.account_id, old.cover_letter, old.bid_cents, old.delivery_days, old.approach, old.work_sample_url)
    is distinct from (new.job_id, new.worker_id, new.account_id, new.cover_letter, new.bid_cents, new.delivery_days, new.approach, new.work_sample_url)
) execute function job_change_refused();
create trigger engagement_states before update on engagement for each row when (
  old.decided_at is not null
  or (old.proposal_id, old.poster_id, old.poster_account_id, old.worker_id, old.worker_account_id, old.payer_account_id, old.bid_cents, old.check_cents, old.fee_bps, old.funded_at)
    is distinct from (new.proposal_id, new.poster_id, new.poster_account_id, new.worker_id, new.worker_account_id, new.payer_account_id, new.bid_cents, new.check_cents, new.fee_bps, new.funded_at)
  or new.deliveries < old.deliveries or (old.disputed_at is not null and (old.disputed_at, old.disputed_by) is distinct from (new.disputed_at, new.disputed_by))
) execute function job_change_refused();
create function job_is_kept() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: jobs and what was done for them are kept', tg_op, tg_table_name using errcode = '23514', constraint = tg_name;
end $$;
create trigger job_kept before delete or truncate on job for each statement execute function job_is_kept();
create trigger proposal_kept before delete or truncate on proposal for each statement execute function job_is_kept();
create trigger engagement_kept before delete or truncate on engagement for each statement execute function job_is_kept();
create trigger job_event_kept before update or delete or truncate on job_event for each statement execute function job_is_kept();
create trigger delivery_kept before update or delete or truncate on delivery for each statement execute function job_is_kept();
create trigger job_message_kept before update or delete or truncate on job_message for each statement execute function job_is_kept();
create trigger job_review_kept before update or delete or truncate on job_review for each statement execute function job_is_kept();
`

// The counters are added to a row that is there: a check judges what is to be inserted before it finds a conflict.
// Proposals of one statement are counted together, accounts in order, so that two hires never wait for each other.
const COUNTERS = `
create function job_standing_move(account uuid, jobs integer, proposals integer, engagements integer, done integer, disputed integer) returns void language sql as $$
  insert into job_standing (account_id) values (account) on conflict do nothing;
  update job_standing s set open_jobs = s.open_jobs + jobs, pending_proposals = s.pending_proposals + proposals,
    active_engagements = s.active_engagements + engagements, completed = s.completed + done, disputes = s.disputes + disputed
  where s.account_id = account;
$$;
create function job_counts() returns trigger language plpgsql as $$
declare
  moved constant integer := (new.status = 'open')::integer - case when tg_op = 'INSERT' then 0 else (old.status = 'open')::integer end;
begin
  if moved <> 0 then perform job_standing_move(new.poster_account_id, moved, 0, 0, 0, 0); end if;
  return null;
end $$;
create trigger job_counted after insert or update of status on job for each row execute function job_counts();
create function proposal_counts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform job_standing_move(account_id, 0, pending, 0, 0, 0)
      from (select account_id, count(*) filter (where status = 'pending')::integer as pending from added group by account_id order by account_id) a where pending <> 0;
    update job j set proposal_count = proposal_count + a.kept
      from (select job_id, count(*) filter (where status <> 'withdrawn')::integer as kept from added group by job_id) a where j.id = a.job_id and a.kept <> 0;
  else
    perform job_standing_move(account_id, 0, pending, 0, 0, 0)
      from (select a.account_id, sum((a.status = 'pending')::integer - (b.status = 'pending')::integer)::integer as pending
        from added a join removed b using (id) group by a.account_id order by a.account_id) a where pending <> 0;
    update job j set proposal_count = proposal_count + a.kept
      from (select a.job_id, sum((a.status <> 'withdrawn')::integer - (b.status <> 'withdrawn')::integer)::integer as kept
        from added a join removed b using (id) group by a.job_id) a where j.id = a.job_id and a.kept <> 0;
  end if;
  return null;
end $$;
create trigger proposal_counted after insert on proposal referencing new table as added for each statement execute function proposal_counts();
create trigger proposal_recounted after update on proposal referencing old table as removed new table as added for each statement execute function proposal_counts();
create function engagement_is_active(e engagement) returns integer language sql immutable as $$ select (e.decided_at is null)::integer $$;
create function engagement_is_completed(e engagement) returns integer language sql immutable as $$ select (e.decided_at is not null and e.worker_bps = 10000)::integer $$;
create function engagement_is_disputed(e engagement) returns integer language sql immutable as $$
  select (e.disputed_at is not null and e.disputed_by <> 'worker' and (e.decided_at is null or e.worker_bps < 10000))::integer
$$;
create function engagement_counts() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  active constant integer := engagement_is_active(new) - case when is_new then 0 else engagement_is_active(old) end;
  done constant integer := engagement_is_completed(new) - case when is_new then 0 else engagement_is_completed(old) end;
  disputed constant integer := engagement_is_disputed(new) - case when is_new then 0 else engagement_is_disputed(old) end;
begin
  if active <> 0 or done <> 0 or disputed <> 0 then perform job_standing_move(new.worker_account_id, 0, 0, active, done, disputed); end if;
  return null;
end $$;
create trigger engagement_counted after insert or update on engagement for each row execute function engagement_counts();
`

// Judged when the transaction ends: what stands in escrow for a job is what was funded and is not decided yet.
const ESCROW = `
create function job_escrow_holds() returns trigger language plpgsql as $$
declare
  job constant uuid := case tg_table_name when 'engagement' then to_jsonb(new)->>'job_id' else (select call_id::text from transfer where id = (to_jsonb(new)->>'transfer_id')::bigint) end;
  escrowed constant numeric := (select coalesce(sum(e.amount), 0) from transfer t join entry e on e.transfer_id = t.id where t.call_id = job and t.kind = 'single' and e.account_id = 21);
  owed constant bigint := coalesce((select (bid_cents + check_cents)::bigint * 10000 from engagement where job_id = job and decided_at is null), 0);
begin
  if escrowed <> owed then
    raise exception 'job % has % in escrow and % is funded and not decided', job, escrowed, owed using errcode = '23514', constraint = 'engagement_in_escrow';
  end if;
  return null;
end $$;
create constraint trigger engagement_in_escrow after insert or update on engagement deferrable initially deferred for each row execute function job_escrow_holds();
create constraint trigger entry_in_escrow after insert on entry deferrable initially deferred for each row when (new.account_id = 21) execute function job_escrow_holds();
`
