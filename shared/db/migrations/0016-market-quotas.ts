import { Migration } from '@mikro-orm/migrations'

/**
 * What each account keeps in the marketplace, the account and network a report counts for, and auctions whose clock stands
 * still while their listing is hidden. An owner and all agents it registered are one account. Triggers keep counters and
 * clocks, so they hold whoever writes; limits are checked on the locked row (shared/market/quotas/).
 */
export class MarketQuotas extends Migration {
  override name = '0016-market-quotas'

  override up() {
    for (const statement of [ACCOUNTS, USAGE, LISTINGS, VERSIONS, MEDIA, DELETED, FILL, REPORTS, CLOCKS, PAUSE])
      this.addSql(statement)
  }
}

const ACCOUNTS = `
alter table market_user add column account_id uuid;
with recursive up (user_id, top) as (
  select u.id, u.id from market_user u
  where not exists (select from agent a where a.user_id = u.id and a.owner_user_id is not null)
  union all
  select a.user_id, up.top from agent a join up on a.owner_user_id = up.user_id
)
update market_user u set account_id = up.top from up where u.id = up.user_id;
alter table market_user alter column account_id set not null;
create index market_user_account on market_user (account_id);
create function own_account() returns trigger language plpgsql as $$
begin
  new.account_id := coalesce(new.account_id, new.id);
  return new;
end $$;
create trigger market_user_own_account before insert on market_user for each row execute function own_account();
create function join_account_of_owner() returns trigger language plpgsql as $$
begin
  update market_user set account_id = (select account_id from market_user where id = new.owner_user_id) where id = new.user_id;
  return null;
end $$;
create trigger agent_joins_account after insert on agent for each row when (new.owner_user_id is not null)
  execute function join_account_of_owner();
`

const USAGE = `
create table market_usage (
  account_id uuid primary key references market_user (id),
  listings integer not null default 0,
  drafts integer not null default 0,
  versions integer not null default 0,
  content_bytes bigint not null default 0,
  media_bytes bigint not null default 0
) with (fillfactor = 70);
create function account_of_listing(of_listing uuid) returns uuid language sql stable return
  (select u.account_id from listing l join market_user u on u.id = l.owner_id where l.id = of_listing);
create function add_market_usage(of_account uuid, more_listings bigint, more_drafts bigint, more_versions bigint, more_content bigint, more_media bigint)
returns void language sql as $$
  insert into market_usage as u (account_id, listings, drafts, versions, content_bytes, media_bytes)
  values (of_account, more_listings, more_drafts, more_versions, more_content, more_media)
  on conflict (account_id) do update set listings = u.listings + excluded.listings, drafts = u.drafts + excluded.drafts,
    versions = u.versions + excluded.versions, content_bytes = u.content_bytes + excluded.content_bytes,
    media_bytes = u.media_bytes + excluded.media_bytes
$$;
`

const IS_KEPT = (row: string) => `(${row}.deleted_at is null)::int`
const IS_DRAFT = (row: string) => `(${row}.deleted_at is null and ${row}.status = 'draft')::int`
const LISTINGS = `
create function count_new_listings() returns trigger language plpgsql as $$
begin
  perform add_market_usage(account_id, sum(${IS_KEPT('l')}), sum(${IS_DRAFT('l')}), 0, 0, 0)
    from added l join market_user u on u.id = l.owner_id group by account_id order by account_id;
  return null;
end $$;
create trigger listing_usage_added after insert on listing referencing new table as added for each statement
  execute function count_new_listings();
create function count_changed_listing() returns trigger language plpgsql as $$
begin
  perform add_market_usage(account_of_listing(new.id), ${IS_KEPT('new')} - ${IS_KEPT('old')}, ${IS_DRAFT('new')} - ${IS_DRAFT('old')}, 0, 0, 0);
  return null;
end $$;
create trigger listing_usage_changed after update of status, deleted_at on listing for each row
  when ((old.status, old.deleted_at is null) is distinct from (new.status, new.deleted_at is null))
  execute function count_changed_listing();
`

/** Counts rows of a table as they come and go, a whole statement at once. */
const counted = (table: string, name: string, versions: string, content: string) => `
create function count_${name}() returns trigger language plpgsql as $$
declare
  direction constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform add_market_usage(account_id, 0, 0, direction * ${versions}, direction * ${content}, 0)
    from moved m join listing l on l.id = m.listing_id join market_user u on u.id = l.owner_id
    group by account_id order by account_id;
  return null;
end $$;
create trigger ${table}_usage_added after insert on ${table} referencing new table as moved for each statement
  execute function count_${name}();
create trigger ${table}_usage_removed after delete on ${table} referencing old table as moved for each statement
  execute function count_${name}();
`
const VERSIONS =
  counted('listing_version', 'listing_versions', 'count(*)', '0') +
  counted('listing_content', 'listing_contents', '0', 'sum(m.bytes)')

// An upload counts from the moment a listing has it: as it was sent, and once it is ready as what was made of it.
const KEPT = (row: string) => `case when ${row}.state = 'ready'
  then coalesce(${row}.bytes, 0) + coalesce((${row}.files -> 'thumb' ->> 'bytes')::bigint, 0) else coalesce(${row}.source_bytes, 0) end`
const MEDIA = `
alter table listing_media add column bytes bigint not null default 0;
update listing_media lm set bytes = ${KEPT('m')} from media m where m.id = lm.media_id;
create function weigh_listing_media() returns trigger language plpgsql as $$
begin
  select ${KEPT('m')} into new.bytes from media m where m.id = new.media_id;
  return new;
end $$;
create trigger listing_media_weighed before insert on listing_media for each row execute function weigh_listing_media();
create function weigh_ready_media() returns trigger language plpgsql as $$
begin
  update listing_media set bytes = ${KEPT('new')} where media_id = new.id;
  return null;
end $$;
create trigger media_weighed after update of state on media for each row when (old.state <> new.state)
  execute function weigh_ready_media();
create function count_listing_media() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform add_market_usage(account_of_listing(old.listing_id), 0, 0, 0, 0, -old.bytes); end if;
  if tg_op <> 'DELETE' then perform add_market_usage(account_of_listing(new.listing_id), 0, 0, 0, 0, new.bytes); end if;
  return null;
end $$;
create trigger listing_media_usage after insert or delete or update of bytes on listing_media for each row
  execute function count_listing_media();
`

// What nobody bought is emptied some time after it was deleted, and is looked for among these.
const DELETED = `
alter table listing add column emptied_at timestamptz;
delete from listing_media where listing_id in (select id from listing where deleted_at is not null);
create index listing_to_empty on listing (deleted_at) where deleted_at is not null and emptied_at is null and sales_count = 0;
`

const FILL = `
insert into market_usage (account_id, listings, drafts, versions, content_bytes, media_bytes)
select u.account_id, sum(${IS_KEPT('l')}), sum(${IS_DRAFT('l')}), sum(v.versions), sum(c.bytes), sum(m.bytes)
from listing l join market_user u on u.id = l.owner_id
cross join lateral (select count(*) as versions from listing_version where listing_id = l.id) v
cross join lateral (select coalesce(sum(bytes), 0) as bytes from listing_content where listing_id = l.id) c
cross join lateral (select coalesce(sum(bytes), 0) as bytes from listing_media where listing_id = l.id) m
group by u.account_id;
`

// The network is a keyed hash, and null for reports from before it was recorded.
const REPORTS = `
alter table report add column account_id uuid, add column network bytea;
update report r set account_id = u.account_id from market_user u where u.id = r.reporter_id and r.account_id is null;
alter table report alter column account_id set not null;
create index report_of_account on report (account_id, created_at desc);
drop index report_of_reporter;
create function report_for_account() returns trigger language plpgsql as $$
      begin
        new.account_id := coalesce(new.account_id, (select account_id from market_user where id = new.reporter_id));
        return new;
      end $$;
create trigger report_account before insert on report for each row execute function report_for_account();
`

const CLOCKS = `
alter table auction add column paused_at timestamptz, drop constraint auction_state_check,
  add constraint auction_state_check check (state in ('draft', 'open', 'sold', 'reserve_not_met', 'no_bids', 'voided'));
update auction a set paused_at = l.hidden_at from listing l where l.id = a.listing_id and l.hidden_at is not null;
drop index auction_to_close;
create index auction_to_close on auction (ends_at) where state = 'open' and paused_at is null;
`

// Time in which nobody could have bid anyway, before the start, is not given back.
const PAUSE = `
create function pause_new_auction() returns trigger language plpgsql as $$
begin
  new.paused_at := (select hidden_at from listing where id = new.listing_id);
  return new;
end $$;
create trigger auction_pause_new before insert on auction for each row execute function pause_new_auction();
create function pause_auction() returns trigger language plpgsql as $$
declare
  moment constant timestamptz := clock_timestamp();
begin
  if new.hidden_at is not null then
    update auction set paused_at = new.hidden_at where listing_id = new.id;
    return null;
  end if;
  update auction a set paused_at = null, planned_for = null,
    ends_at = case when a.state = 'open' then a.ends_at + lost.bidding else a.ends_at end,
    latest_end_at = case when a.state = 'open' then a.latest_end_at + lost.bidding else a.latest_end_at end,
    accept_until = case when a.accept_until > old.hidden_at then a.accept_until + (moment - old.hidden_at) else a.accept_until end,
    pay_until = case when a.pay_until > old.hidden_at then a.pay_until + (moment - old.hidden_at) else a.pay_until end
  from (select greatest(interval '0', moment - greatest(old.hidden_at, s.starts_at)) as bidding
    from auction s where s.listing_id = new.id) as lost
  where a.listing_id = new.id;
  return null;
end $$;
create trigger listing_pauses_auction after update of hidden_at on listing for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null)) execute function pause_auction();
`
