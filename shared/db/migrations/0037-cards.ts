import { Migration } from '@mikro-orm/migrations'

/** Payments by card: their intents, events, disputes and refunds, and the accounts of the ledger for them. */
export class Cards extends Migration {
  override name = '0037-cards'

  override up() {
    for (const statement of [TABLES, RULES, SALES, LEDGER]) this.addSql(statement)
  }
}

const TABLES = `
create table card_payment (
  purchase_id uuid primary key references purchase (id),
  intent_id text unique check (length(intent_id) <= 255),
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'surplus', 'canceled')),
  processor_status text check (length(processor_status) <= 50),
  received_cents integer not null default 0,
  refunded_cents integer not null default 0,
  disputed_cents integer not null default 0,
  fee_cents integer not null default 0,
  warned_at timestamptz,
  hold_until timestamptz,
  trouble text check (length(trouble) <= 200),
  reading bigint not null default 0,
  look_at timestamptz,
  created_at timestamptz not null default now(),
  constraint card_payment_received check (received_cents = case when state in ('paid', 'surplus') then amount_cents else 0 end and (state <> 'paid' or hold_until is not null)),
  constraint card_payment_back check (refunded_cents between 0 and received_cents and disputed_cents between 0 and received_cents)
) with (fillfactor = 80);
create index card_payment_to_look on card_payment (look_at) where look_at is not null;
create index card_payment_trouble on card_payment (created_at) where trouble is not null;

create table card_event (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) <= 100),
  intent_id text check (length(intent_id) <= 255),
  livemode boolean not null,
  account text check (length(account) <= 255),
  happened_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'parked', 'done', 'ignored', 'quarantined')),
  reason text check (length(reason) <= 200),
  tries integer not null default 0,
  look_at timestamptz default now(),
  received_at timestamptz not null default now(),
  constraint card_event_looked check ((look_at is not null) = (state in ('waiting', 'parked'))),
  constraint card_event_why check (state <> 'quarantined' or reason is not null)
) with (fillfactor = 80);
create index card_event_due on card_event (look_at) where look_at is not null;
create index card_event_old on card_event (received_at) where look_at is null;
create index card_event_open on card_event (intent_id) where state in ('waiting', 'parked');
create index card_event_quarantined on card_event (received_at) where state = 'quarantined';

create table card_dispute (
  id text primary key check (length(id) <= 255),
  purchase_id uuid not null references purchase (id),
  amount_cents integer not null check (amount_cents >= 0),
  fee_cents integer not null,
  reason text not null check (length(reason) <= 100),
  status text not null check (length(status) <= 50),
  respond_by timestamptz,
  opened_at timestamptz not null,
  seen_at timestamptz not null default now()
) with (fillfactor = 80);
create index card_dispute_of_purchase on card_dispute (purchase_id);
create index card_dispute_open on card_dispute (respond_by) where status in ('needs_response', 'under_review', 'warning_needs_response', 'warning_under_review');

create table card_refund (
  id uuid primary key,
  purchase_id uuid not null references card_payment (purchase_id),
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'asked' check (state in ('asked', 'made', 'failed')),
  refund_id text unique check (length(refund_id) <= 255),
  asked_by text not null check (asked_by in ('seller', 'operator', 'platform')),
  reason text check (length(reason) <= 500),
  problem text check (length(problem) <= 200),
  tries integer not null default 0,
  look_at timestamptz default now(),
  created_at timestamptz not null default now(),
  constraint card_refund_asked check ((state = 'asked') = (look_at is not null)),
  constraint card_refund_made check (state <> 'made' or refund_id is not null)
) with (fillfactor = 80);
create index card_refund_of_purchase on card_refund (purchase_id);
create index card_refund_to_send on card_refund (look_at) where look_at is not null;
create unique index card_refund_one_asked on card_refund (purchase_id) where state = 'asked';
`

// A purchase by card is paid exactly while a payment of it came in; judged when the transaction ends.
const RULES = `
create function card_change_refused() returns trigger language plpgsql as $$
begin
  raise exception '% on % refused: what was agreed and what the processor said is kept', tg_op, tg_table_name using errcode = '23514', constraint = 'card_kept';
end $$;
create trigger card_payment_kept before update on card_payment for each row when (
  (old.purchase_id, old.amount_cents) is distinct from (new.purchase_id, new.amount_cents)
  or (old.intent_id is not null and old.intent_id is distinct from new.intent_id)
  or (old.state <> new.state and (old.state, new.state) not in (('open', 'paid'), ('open', 'surplus'), ('open', 'canceled')))
  or old.refunded_cents > new.refunded_cents or old.reading > new.reading
) execute function card_change_refused();
create trigger card_payment_stays before delete or truncate on card_payment for each statement execute function card_change_refused();
create trigger card_dispute_stays before delete or truncate on card_dispute for each statement execute function card_change_refused();
create trigger card_refund_kept before update on card_refund for each row when (
  (old.id, old.purchase_id, old.amount_cents, old.asked_by) is distinct from (new.id, new.purchase_id, new.amount_cents, new.asked_by)
  or (old.state <> new.state and old.state <> 'asked' and (old.state, new.state) <> ('made', 'failed'))
) execute function card_change_refused();
create trigger card_refund_stays before delete or truncate on card_refund for each statement execute function card_change_refused();

create function card_sale_is_paid() returns trigger language plpgsql as $$
declare
  sale uuid;
begin
  if tg_table_name = 'purchase' then
    sale := new.id;
  else
    sale := new.purchase_id;
  end if;
  if exists (
    select from purchase p left join card_payment c on c.purchase_id = p.id and c.state = 'paid'
    where p.id = sale and (p.rail = 'card' or c.purchase_id is not null)
      and ((c.purchase_id is not null) <> (p.status in ('paid', 'refunded', 'partially_refunded', 'disputed')) or p.rail <> 'card')
  ) then
    raise exception 'purchase % by card is paid exactly while a payment of it came in', sale using errcode = '23514', constraint = 'I60';
  end if;
  return null;
end $$;
create constraint trigger purchase_paid_by_card after insert or update on purchase deferrable initially deferred for each row
  when (new.rail = 'card') execute function card_sale_is_paid();
create constraint trigger card_payment_pays after insert or update on card_payment deferrable initially deferred for each row
  when (new.state = 'paid') execute function card_sale_is_paid();
`

// A payment by card changes what its seller gets more than once, so that its corrections have a number each.
const SALES = `
drop index purchase_one_pending;
create unique index purchase_one_pending on purchase (listing_id, buyer_id, currency) where rail in ('solana', 'card') and status = 'pending' and kind <> 'auction_win';
alter table payable add column correction integer not null default 0 check (correction >= 0);
drop index payable_one_debt;
drop index payable_one_share;
create unique index payable_one_debt on payable (purchase_id, source, seller_id, correction) where purchase_id is not null and amount < 0;
create unique index payable_one_share on payable (purchase_id, source, seller_id, correction) where purchase_id is not null and amount > 0;
`

const LEDGER = `
insert into account (id, code, kind, currency) values (41, 'card_processor', 'market', 'usdc'), (42, 'card_surplus', 'payable', 'usdc'),
  (43, 'card_losses', 'equity', 'usdc'), (44, 'card_dispute_fees', 'equity', 'usdc');
`
