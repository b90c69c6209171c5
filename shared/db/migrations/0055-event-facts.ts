import { Migration } from '@mikro-orm/migrations'

/** The facts that the events of a new purchase share are written once, and not once for each of the four. */
export class EventFacts extends Migration {
  override name = '0055-event-facts'

  override up() {
    this.addSql(TOLD)
  }
}

// Without `offset 0` the facts would be made anew for each event. Events are published by their times: what was paid comes
// before what was delivered.
const TOLD = `
create or replace function purchases_tell() returns trigger language plpgsql as $$
begin
  insert into event (stream, type, data, created_at)
  select 'account:' || who.id, t.type, m.facts || who.facts, clock_timestamp() + t.later
  from (
    select id, seller_id, buyer_id, status, delivery_status, seller_cents, jsonb_build_object('purchase_id', public_id('pur', id),
      'listing_id', public_id('lst', listing_id), 'kind', kind, 'rail', rail, 'status', status, 'delivery_status', delivery_status,
      'price_cents', price_cents, 'refunded_cents', refunded_cents) as facts
    from made where status = 'paid' or delivery_status = 'delivered' offset 0
  ) m
  cross join lateral (values ('purchase.paid', m.status = 'paid', interval '0'),
    ('purchase.delivered', m.delivery_status = 'delivered', interval '1 microsecond')) as t(type, is_so, later)
  cross join lateral (values (m.seller_id, jsonb_build_object('role', 'seller', 'seller_cents', m.seller_cents)),
    (m.buyer_id, '{"role": "buyer"}'::jsonb)) as who(id, facts)
  where t.is_so and who.id is not null
  order by m.id, t.later;
  return null;
end $$;
`
