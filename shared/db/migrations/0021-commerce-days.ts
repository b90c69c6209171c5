import { Migration } from '@mikro-orm/migrations'

/** Daily totals of buyers and sellers, kept by triggers, so that summaries and counts read no purchases. */
export class CommerceDays extends Migration {
  override name = '0021-commerce-days'

  override up() {
    for (const statement of [TABLE, TRIGGERS]) this.addSql(statement)
  }
}

const TABLE = `
create table commerce_day (
  user_id uuid not null references market_user (id),
  role text not null check (role in ('buyer', 'seller')),
  day date not null,
  slot smallint not null check (slot between 0 and 7),
  opened integer not null default 0,
  paid integer not null default 0,
  delivered integer not null default 0,
  refunded integer not null default 0,
  gross_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  net_cents bigint not null default 0,
  refunded_cents bigint not null default 0,
  owed bigint not null default 0,
  primary key (user_id, role, day, slot)
) with (fillfactor = 60);
`

// An account that claims an anonymous purchase gets all of it counted on the day it claims it.
const TRIGGERS = `
create function commerce_slot(id uuid) returns smallint language sql immutable as $$ select (abs(hashtext(id::text) % 8))::smallint $$;
create function purchase_counts() returns trigger language plpgsql as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  is_new constant boolean := tg_op = 'INSERT';
  paid constant integer := (new.paid_at is not null and (is_new or old.paid_at is null))::integer;
  delivered constant integer := (new.delivered_at is not null and (is_new or old.delivered_at is null))::integer;
  back constant integer := new.refunded_cents - case when is_new then 0 else old.refunded_cents end;
  fee_back constant integer := case when back = 0 then 0 else new.fee_cents::bigint * new.refunded_cents / new.price_cents
    - case when is_new then 0 else new.fee_cents::bigint * old.refunded_cents / new.price_cents end end;
  is_claimed constant boolean := not is_new and old.buyer_id is null and new.buyer_id is not null;
begin
  if is_new or paid + delivered + abs(back) > 0 then
    insert into commerce_day as d (user_id, role, day, slot, opened, paid, delivered, refunded, gross_cents, fee_cents, net_cents, refunded_cents)
    values (new.seller_id, 'seller', today, commerce_slot(new.id), is_new::integer, paid, delivered, (back > 0)::integer, paid * new.price_cents,
      paid * new.fee_cents - fee_back, paid * new.seller_cents - (back - fee_back), back)
    on conflict (user_id, role, day, slot) do update set opened = d.opened + excluded.opened, paid = d.paid + excluded.paid,
      delivered = d.delivered + excluded.delivered, refunded = d.refunded + excluded.refunded, gross_cents = d.gross_cents + excluded.gross_cents,
      fee_cents = d.fee_cents + excluded.fee_cents, net_cents = d.net_cents + excluded.net_cents, refunded_cents = d.refunded_cents + excluded.refunded_cents;
  end if;
  if new.buyer_id is not null and (is_new or is_claimed or paid + delivered + abs(back) > 0) then
    insert into commerce_day as d (user_id, role, day, slot, opened, paid, delivered, refunded, gross_cents, refunded_cents)
    values (new.buyer_id, 'buyer', today, 0, (is_new or is_claimed)::integer,
      case when is_claimed then (new.paid_at is not null)::integer else paid end,
      case when is_claimed then (new.delivered_at is not null)::integer else delivered end,
      case when is_claimed then (new.refunded_cents > 0)::integer else (back > 0)::integer end,
      case when is_claimed then (new.paid_at is not null)::integer else paid end * new.price_cents,
      case when is_claimed then new.refunded_cents else back end)
    on conflict (user_id, role, day, slot) do update set opened = d.opened + excluded.opened, paid = d.paid + excluded.paid,
      delivered = d.delivered + excluded.delivered, refunded = d.refunded + excluded.refunded, gross_cents = d.gross_cents + excluded.gross_cents,
      refunded_cents = d.refunded_cents + excluded.refunded_cents;
  end if;
  return null;
end $$;
create trigger purchase_counted after insert or update on purchase for each row execute function purchase_counts();

create function payable_counts() returns trigger language plpgsql as $$
declare
  was_open constant boolean := tg_op <> 'INSERT' and old.state not in ('paid', 'canceled');
  is_open constant boolean := new.state not in ('paid', 'canceled');
begin
  if is_open <> was_open and new.currency = 'usdc' then
    insert into commerce_day as d (user_id, role, day, slot, owed)
    values (new.seller_id, 'seller', (now() at time zone 'utc')::date, commerce_slot(new.id), case when is_open then new.amount else -new.amount end)
    on conflict (user_id, role, day, slot) do update set owed = d.owed + excluded.owed;
  end if;
  return null;
end $$;
create trigger payable_counted after insert or update on payable for each row execute function payable_counts();
`
