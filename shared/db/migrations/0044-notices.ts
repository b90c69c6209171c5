import { Migration } from '@mikro-orm/migrations'

/**
 * Callbacks that were asked for and not noted yet, notice addresses of service keys, and events of boosts, reviews, reports
 * and hidden listings. The log of operators forgets the name of an account that is erased in its details, too.
 */
export class Notices extends Migration {
  override name = '0044-notices'

  override up() {
    for (const statement of [TABLES, LOW_MARK, ERASING, EVENTS]) this.addSql(statement)
  }
}

const TABLES = `
create table callback_asked (
  call_id uuid not null,
  url text not null,
  created_at timestamptz not null default now(),
  primary key (call_id),
  constraint callback_asked_url_check check (length(url) between 10 and 2000)
);
create index callback_asked_old on callback_asked (created_at);
create table key_notice (
  account_id bigint not null,
  email text not null,
  below bigint,
  token_hmac bytea,
  token_expires_at timestamptz,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  primary key (account_id),
  constraint key_notice_account_id_fkey foreign key (account_id) references account (id),
  constraint key_notice_email_check check (length(email) <= 254),
  constraint key_notice_below_check check (below > 0),
  constraint key_notice_token check ((token_hmac is null) = (token_expires_at is null)),
  constraint key_notice_token_hmac_key unique (token_hmac)
);
alter table mail alter column user_id drop not null;
alter table mail add key_account_id bigint;
create function mail_has_a_reader() returns trigger language plpgsql as $$
begin
  if num_nonnulls(new.user_id, new.key_account_id) <> 1 then
    raise exception 'a mail is for an account or for a service key' using errcode = '23514', constraint = 'mail_reader';
  end if;
  return new;
end $$;
create trigger mail_reader before insert or update on mail for each row execute function mail_has_a_reader();
`

// The balance below which a key is low: the mark of auto_refill, else that of its notice address, else a dollar for one that
// somebody watches.
const LOW_MARK = `
create function low_mark(account) returns bigint language sql stable as $$
  select coalesce(
    (select (k.auto_refill->>'below_cents')::bigint * 10000 from service_key k
      where k.account_id = $1.id and k.status = 'active' and (k.auto_refill->>'enabled')::boolean limit 1),
    (select coalesce(n.below, 1000000) from key_notice n where n.account_id = $1.id and n.confirmed_at is not null),
    case when $1.is_watched then 1000000 end)
$$;
create or replace function refill_sets_low_at() returns trigger language plpgsql as $$
begin
  update account a set low_at = low_mark(a) where a.id = new.account_id;
  return null;
end $$;
create function notice_sets_low_at() returns trigger language plpgsql as $$
begin
  update account a set low_at = low_mark(a) where a.id = coalesce(new.account_id, old.account_id);
  return null;
end $$;
create trigger key_notice_marks after insert or delete or update of below, confirmed_at on key_notice
  for each row execute function notice_sets_low_at();
`

const ERASING = `
create or replace function operator_action_is_kept() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and erases_account() and to_jsonb(old) - '{target,detail}'::text[] = to_jsonb(new) - '{target,detail}'::text[] then return new; end if;
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and to_jsonb(old) - '{outcome,ended_at}'::text[] = to_jsonb(new) - '{outcome,ended_at}'::text[] then
    return new;
  end if;
  raise exception '% of an action of an operator refused: the log only grows', tg_op using errcode = '23514', constraint = 'operator_action_kept';
end $$;
`

const EVENTS = `
create function boost_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(new.owner_id, case when new.status = 'expired' then 'boost.expired' when new.starts_at is null then 'boost.waiting' else 'boost.started' end,
    jsonb_build_object('boost_id', public_id('bst', new.id), 'listing_id', public_id('lst', new.listing_id), 'tier_id', new.tier_id,
      'hours', new.hours, 'starts_at', time_text(new.starts_at), 'ends_at', time_text(new.ends_at)));
  return null;
end $$;
create trigger boost_told after update on boost for each row when (
  old.status is distinct from new.status and new.status in ('paid', 'expired') or old.starts_at is null and new.starts_at is not null
) execute function boost_tells();

create function feedback_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(case tg_op when 'INSERT' then new.seller_id else new.buyer_id end,
    case tg_op when 'INSERT' then 'feedback.received' else 'feedback.replied' end,
    jsonb_build_object('feedback_id', public_id('fbk', new.id), 'purchase_id', public_id('pur', new.purchase_id),
      'listing_id', public_id('lst', new.listing_id), 'rating', new.rating));
  return null;
end $$;
create trigger feedback_told_new after insert on feedback for each row execute function feedback_tells();
create trigger feedback_told after update of reply on feedback for each row when (old.reply is null and new.reply is not null)
  execute function feedback_tells();

create function report_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(new.reporter_id, 'report.decided', jsonb_build_object('report_id', public_id('rep', new.id),
    'listing_id', public_id('lst', new.listing_id), 'state', new.state));
  return null;
end $$;
create trigger report_told after update of state on report for each row when (old.state <> new.state and new.state <> 'open')
  execute function report_tells();

create function listing_hidden_tells() returns trigger language plpgsql as $$
begin
  perform tell_user(new.owner_id, case when new.hidden_at is null then 'listing.restored' else 'listing.hidden' end,
    jsonb_build_object('listing_id', public_id('lst', new.id), 'slug', new.slug));
  return null;
end $$;
create trigger listing_hidden_told after update of hidden_at on listing for each row
  when ((old.hidden_at is null) <> (new.hidden_at is null) and new.deleted_at is null) execute function listing_hidden_tells();
`
