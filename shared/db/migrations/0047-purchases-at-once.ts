import { Migration } from '@mikro-orm/migrations'

/**
 * What the database does when purchases begin, once for all rows of a statement: it refuses those of accounts that are
 * leaving, counts the rest and writes their events. Changes of a purchase are still looked at row by row. Processes of the
 * release before insert one purchase at a time, for which the same triggers do the same.
 */
export class PurchasesAtOnce extends Migration {
  override name = '0047-purchases-at-once'

  override up() {
    for (const statement of [LEAVING, COUNTED, TOLD]) this.addSql(statement)
  }
}

// After the insert, when the references to both accounts hold their rows: an account that closes meanwhile is seen here.
const LEAVING = `
create function purchases_of_leaving() returns trigger language plpgsql as $$
begin
  if exists (
    with recursive up(id) as (
      select who.id from made m cross join lateral (values (m.buyer_id), (m.seller_id)) as who(id) where m.kind <> 'auction_win' and who.id is not null
      union select a.owner_user_id from agent a join up on a.user_id = up.id where a.owner_user_id is not null
    )
    select from account_deletion d join up on up.id = d.user_id where d.closed_at is not null
  ) then
    raise exception 'an account that is being deleted begins nothing new (%)', tg_table_name using errcode = '23514', constraint = 'account_closed';
  end if;
  return null;
end $$;
drop trigger purchase_not_of_leaving on purchase;
create trigger purchase_not_of_leaving after insert on purchase referencing new table as made for each statement execute function purchases_of_leaving();
`

// The sales of a seller that one statement opens are counted in one slot. Rows are taken in the order of their keys, so
// that two statements do not wait for each other in a ring.
const COUNTED = `
create function purchases_begin() returns trigger language plpgsql as $$
begin
  insert into commerce_day as d (user_id, role, day, slot, opened, paid, delivered, refunded, gross_cents, fee_cents, net_cents, refunded_cents)
  select c.user_id, c.role, (now() at time zone 'utc')::date, c.slot, c.opened, c.paid, c.delivered, 0, c.gross, c.fee, c.net, 0 from (
    select m.seller_id as user_id, 'seller' as role, commerce_slot((array_agg(m.id))[1]) as slot, count(*) as opened, count(m.paid_at) as paid,
      count(m.delivered_at) as delivered, coalesce(sum(m.price_cents) filter (where m.paid_at is not null), 0) as gross,
      coalesce(sum(m.fee_cents) filter (where m.paid_at is not null), 0) as fee,
      coalesce(sum(m.seller_cents) filter (where m.paid_at is not null), 0) as net
    from made m group by m.seller_id
    union all
    select m.buyer_id, 'buyer', 0, count(*), count(m.paid_at), count(m.delivered_at),
      coalesce(sum(m.price_cents) filter (where m.paid_at is not null), 0), 0, 0
    from made m where m.buyer_id is not null group by m.buyer_id
  ) c
  order by c.user_id, c.role
  on conflict (user_id, role, day, slot) do update set opened = d.opened + excluded.opened, paid = d.paid + excluded.paid,
    delivered = d.delivered + excluded.delivered, gross_cents = d.gross_cents + excluded.gross_cents, fee_cents = d.fee_cents + excluded.fee_cents,
    net_cents = d.net_cents + excluded.net_cents;
  return null;
end $$;
create or replace trigger purchase_counted after update on purchase for each row execute function purchase_counts();
create trigger purchase_counted_new after insert on purchase referencing new table as made for each statement execute function purchases_begin();
`

// Events are published by their times: what was paid comes before what was delivered.
const TOLD = `
create function purchases_tell() returns trigger language plpgsql as $$
begin
  insert into event (stream, type, data, created_at)
  select 'account:' || who.id, t.type, m.facts || who.facts, clock_timestamp() + t.later
  from (
    select id, seller_id, buyer_id, status, delivery_status, seller_cents, jsonb_build_object('purchase_id', public_id('pur', id),
      'listing_id', public_id('lst', listing_id), 'kind', kind, 'rail', rail, 'status', status, 'delivery_status', delivery_status,
      'price_cents', price_cents, 'refunded_cents', refunded_cents) as facts
    from made where status = 'paid' or delivery_status = 'delivered'
  ) m
  cross join lateral (values ('purchase.paid', m.status = 'paid', interval '0'),
    ('purchase.delivered', m.delivery_status = 'delivered', interval '1 microsecond')) as t(type, is_so, later)
  cross join lateral (values (m.seller_id, jsonb_build_object('role', 'seller', 'seller_cents', m.seller_cents)),
    (m.buyer_id, '{"role": "buyer"}'::jsonb)) as who(id, facts)
  where t.is_so and who.id is not null
  order by m.id, t.later;
  return null;
end $$;
create or replace trigger purchase_told after update on purchase for each row execute function purchase_tells();
create trigger purchase_told_new after insert on purchase referencing new table as made for each statement execute function purchases_tell();
`
