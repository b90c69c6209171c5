import { Migration } from '@mikro-orm/migrations'

/**
 * Events: an outbox that triggers write in the transaction that changes a state, webhooks, deliveries and callbacks.
 * Calls, accounts and passes that nobody watches write nothing.
 */
export class Events extends Migration {
  override name = '0031-events'

  override up() {
    for (const statement of [TABLES, HELPERS, CALLS, MONEY, MARKET, JOBS]) this.addSql(statement)
  }
}

const TABLES = `
create sequence event_position;
create table call_callback (
  call_id uuid not null,
  url text not null,
  created_at timestamptz not null default now(),
  primary key (call_id),
  constraint call_callback_url_check check (length(url) between 10 and 2000)
);
create index call_callback_old on call_callback (created_at);
create table event (
  id uuid not null default gen_random_uuid(),
  position bigint,
  stream text not null,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (id)
);
create index event_of_stream on event (stream, position) where position is not null;
create index event_old on event (created_at);
create index event_to_publish on event (created_at, id) where position is null;
create table webhook (
  id uuid not null,
  stream text not null,
  url text not null,
  types text[],
  description text,
  state text not null default 'enabled',
  disabled_reason text,
  secret_generation integer not null default 0,
  secret_rotated_at timestamptz,
  failing_since timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (id),
  constraint webhook_description_check check (length(description) <= 200),
  constraint webhook_disabled_reason_check check (disabled_reason in ('owner', 'gone', 'failures')),
  constraint webhook_disabled_why check ((state = 'disabled') = (disabled_reason is not null)),
  constraint webhook_secret_generation_check check (secret_generation between 0 and 65535),
  constraint webhook_state_check check (state in ('enabled', 'disabled')),
  constraint webhook_url_check check (length(url) between 10 and 2000)
);
create index webhook_of_stream on webhook (stream, created_at);
create table webhook_delivery (
  id uuid not null default gen_random_uuid(),
  webhook_id uuid,
  event_id uuid not null,
  lane uuid not null,
  url text,
  state text not null default 'pending',
  attempt integer not null default 0,
  due_at timestamptz not null default now(),
  attempts jsonb not null default '[]',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (id),
  constraint webhook_delivery_once unique (event_id, webhook_id),
  constraint webhook_delivery_ended check ((state = 'pending') = (finished_at is null)),
  constraint webhook_delivery_state_check check (state in ('pending', 'delivered', 'failed')),
  constraint webhook_delivery_target check ((webhook_id is null) = (url is not null)),
  constraint webhook_delivery_url_check check (length(url) between 10 and 2000)
);
create index webhook_delivery_due on webhook_delivery (lane, due_at) where state = 'pending';
create index webhook_delivery_of_webhook on webhook_delivery (webhook_id, created_at) where webhook_id is not null;
create index webhook_delivery_old on webhook_delivery (created_at);
alter table account add is_watched boolean not null default false, add low_at bigint;
alter table call add is_watched boolean not null default false;
alter table pass add is_watched boolean not null default false, add expiry_told_at timestamptz;
`

// What the data of events is written with; shared/events/catalog.rules.ts has the schema of each type.
const HELPERS = `
create function public_id(kind text, id uuid) returns text language sql immutable strict parallel safe return kind || '_' || replace(id::text, '-', '');
create function usdc_text(micro_usdc bigint) returns text language sql immutable strict parallel safe return
  regexp_replace(to_char(micro_usdc::numeric / 1000000, 'FM999999999990.000000'), '0{1,4}$', '');
create function tell(stream text, type text, data jsonb) returns void language sql as $$
  insert into event (stream, type, data) select stream, type, data where stream is not null
$$;
create function tell_user(who uuid, type text, data jsonb) returns void language sql as $$ select tell('account:' || who, type, data) $$;
`

const CALLS = `
create function call_tells() returns trigger language plpgsql as $$
declare
  type constant text := case new.state when 'captured' then 'call.completed' else 'call.failed' end;
  charged constant bigint := case new.state when 'captured' then new.price else 0 end;
  facts constant jsonb := jsonb_build_object('call_id', public_id('call', new.id), 'slug', new.slug,
    'code', case new.state when 'captured' then 'ok' else new.refusal::jsonb->>'code' end,
    'charged_cents', charged / 10000, 'total_usdc', usdc_text(charged), 'run_ms', round(new.run_ms));
begin
  if new.pass_id is not null then perform tell('pass:' || new.pass_id, type, facts);
  elsif new.service_key_id is not null then perform tell('key:' || new.account_id, type, facts);
  end if;
  if exists (select from call_callback where call_id = new.id) then perform tell('callback:' || new.id, type, facts); end if;
  return null;
end $$;
create trigger call_told after update on call for each row
  when (new.is_watched and old.finished_at is null and new.finished_at is not null) execute function call_tells();
`

const MONEY = `
create function balance_tells() returns trigger language plpgsql as $$
declare
  key service_key;
  is_depleted constant boolean := new.posted < 10000;
begin
  select * into key from service_key where account_id = new.id and status = 'active' limit 1;
  if found then
    perform tell('key:' || new.id, case when is_depleted then 'balance.depleted' else 'balance.low' end, jsonb_build_object(
      'key_id', key.key_id, 'balance_cents', new.posted / 10000, 'below_cents', new.low_at / 10000,
      'refill_due', coalesce((key.auto_refill->>'enabled')::boolean, false),
      'refill_cents', case when (key.auto_refill->>'enabled')::boolean then (key.auto_refill->>'amount_cents')::integer end));
  end if;
  return null;
end $$;
create trigger account_told after update on account for each row when (
  new.low_at is not null and new.posted < old.posted
  and ((new.posted < new.low_at and old.posted >= new.low_at) or (new.posted < 10000 and old.posted >= 10000))
) execute function balance_tells();

create function refill_sets_low_at() returns trigger language plpgsql as $$
begin
  update account set low_at = case
    when (new.auto_refill->>'enabled')::boolean then (new.auto_refill->>'below_cents')::bigint * 10000
    when is_watched then 1000000 end
  where id = new.account_id;
  return null;
end $$;
create trigger service_key_refills_new after insert on service_key for each row when (new.auto_refill is not null) execute function refill_sets_low_at();
create trigger service_key_refills after update of auto_refill on service_key for each row
  when (old.auto_refill is distinct from new.auto_refill) execute function refill_sets_low_at();

create function payment_tells() returns trigger language plpgsql as $$
declare
  terms constant jsonb := new.terms::jsonb;
  facts constant jsonb := jsonb_build_object('product', new.product, 'network', new.network,
    'amount_usdc', usdc_text(new.amount), 'transaction', new.transaction);
  type constant text := case when new.state = 'unpaid' then 'payment.failed' else 'payment.settled' end;
begin
  if new.product = 'listing' then perform tell_user((terms->>'buyer_id')::uuid, type, facts);
  elsif new.product in ('fund', 'topup') then
    perform tell('key:' || account_id, type, facts) from service_key where key_id = coalesce(new.secret_ref, terms->>'key_id');
  else perform tell('pass:' || id, type, facts) from pass where pass_id = new.secret_ref;
  end if;
  return null;
end $$;
create trigger payment_told after update on payment_proof for each row when (
  new.product is not null and ((old.answer is null and new.answer is not null) or (old.state <> 'unpaid' and new.state = 'unpaid'))
) execute function payment_tells();
`

const MARKET = `
create function listing_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(new.owner_id, 'listing.published', jsonb_build_object('listing_id', public_id('lst', new.id), 'slug', new.slug,
    'listing_type', new.listing_type, 'price_cents', new.price_cents));
  return null;
end $$;
create trigger listing_told after update of status on listing for each row when (old.status = 'draft' and new.status = 'live') execute function listing_tells();

create function auction_tells() returns trigger language plpgsql as $$
declare
  seller constant uuid := (select owner_id from listing where id = new.listing_id);
  facts constant jsonb := jsonb_build_object('listing_id', public_id('lst', new.listing_id), 'bid_cents', new.current_bid_cents,
    'bid_count', new.bid_count, 'ends_at', to_char(new.ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
begin
  if new.bid_count > old.bid_count then
    perform tell_user(seller, 'bid.placed', facts);
    if old.leader_id is distinct from new.leader_id then perform tell_user(old.leader_id, 'bid.outbid', facts); end if;
  end if;
  if new.extended_count > old.extended_count then
    perform tell_user(who, 'auction.extended', facts) from (values (seller), (new.leader_id)) as told(who);
  end if;
  if new.closed_at is not null and old.closed_at is null then
    perform tell_user(seller, 'auction.closed', facts || jsonb_build_object('state', new.state));
  end if;
  if new.winner_id is distinct from old.winner_id then
    perform tell_user(new.winner_id, 'auction.won', facts || jsonb_build_object('pay_until', to_char(new.pay_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
  return null;
end $$;
create trigger auction_told after update on auction for each row when (
  old.bid_count is distinct from new.bid_count or old.extended_count is distinct from new.extended_count
  or old.closed_at is distinct from new.closed_at or old.winner_id is distinct from new.winner_id
) execute function auction_tells();

create function purchase_tells() returns trigger language plpgsql as $$
declare
  facts constant jsonb := jsonb_build_object('purchase_id', public_id('pur', new.id), 'listing_id', public_id('lst', new.listing_id),
    'kind', new.kind, 'rail', new.rail, 'status', new.status, 'delivery_status', new.delivery_status,
    'price_cents', new.price_cents, 'refunded_cents', new.refunded_cents);
  type text;
begin
  foreach type in array array[
    case when new.status = 'paid' and (tg_op = 'INSERT' or old.status <> 'paid') then 'purchase.paid' end,
    case when new.delivery_status = 'delivered' and (tg_op = 'INSERT' or old.delivery_status <> 'delivered') then 'purchase.delivered' end,
    case when new.status in ('refunded', 'partially_refunded') and (old.status, old.refunded_cents) is distinct from (new.status, new.refunded_cents) then 'purchase.refunded' end,
    case when new.status = 'disputed' and old.status is distinct from 'disputed' then 'purchase.disputed' end
  ] loop
    if type is null then continue; end if;
    perform tell_user(new.seller_id, type, facts || jsonb_build_object('role', 'seller', 'seller_cents', new.seller_cents));
    perform tell_user(new.buyer_id, type, facts || '{"role": "buyer"}');
  end loop;
  return null;
end $$;
create trigger purchase_told after insert or update on purchase for each row execute function purchase_tells();

create function payout_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(new.seller_id, case new.state when 'paid' then 'payout.sent' else 'payout.held' end, jsonb_build_object(
    'payout_id', public_id('pay', new.id), 'amount_usdc', usdc_text(new.amount), 'reason', new.reason,
    'transaction', (select t.signature from payout_leg l join payout_transaction t on t.id = l.transaction_id where l.payout_id = new.id and l.is_live)));
  return null;
end $$;
create trigger payout_told after update of state on payout for each row
  when (new.seller_id is not null and old.state <> new.state and new.state in ('paid', 'held')) execute function payout_tells();

create function seller_endpoint_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(new.owner_id, case new.state when 'live' then 'seller_endpoint.live' else 'seller_endpoint.unhealthy' end,
    jsonb_build_object('slug', new.slug, 'state', new.state, 'reason', new.pause_reason, 'problem', new.probe_problem));
  return null;
end $$;
create trigger seller_endpoint_told after update of state on seller_endpoint for each row when (
  old.state <> new.state and (new.state = 'live' or (new.state = 'paused' and new.pause_reason <> 'seller'))
) execute function seller_endpoint_tells();
`

const JOBS = `
create function proposal_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(j.poster_id, 'job.proposal', jsonb_build_object('job_id', public_id('job', new.job_id), 'proposal_id', public_id('prp', new.id),
    'bid_cents', new.bid_cents, 'delivery_days', new.delivery_days)) from job j where j.id = new.job_id;
  return null;
end $$;
create trigger proposal_told after insert on proposal for each row execute function proposal_tells();

create function engagement_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(who, 'job.hired', jsonb_build_object('job_id', public_id('job', new.job_id), 'proposal_id', public_id('prp', new.proposal_id),
    'bid_cents', new.bid_cents, 'role', role)) from (values (new.poster_id, 'poster'), (new.worker_id, 'worker')) as told(who, role);
  return null;
end $$;
create trigger engagement_told after insert on engagement for each row execute function engagement_tells();

create function job_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(who, case when new.status = 'hired' then 'job.changes_requested' else 'job.' || new.status end,
    jsonb_build_object('job_id', public_id('job', new.id), 'status', new.status, 'role', role))
  from (select new.poster_id, 'poster' union all select worker_id, 'worker' from engagement where job_id = new.id) as told(who, role);
  return null;
end $$;
create trigger job_told after update of status on job for each row
  when (old.status <> new.status and (old.status, new.status) <> ('open', 'hired')) execute function job_tells();
`
