import { Migration } from '@mikro-orm/migrations'

/**
 * The clock of an auction stands still while its listing is hidden, and goes on when the listing is shown again. A trigger
 * moves the clock in the statement that hides or shows, so no way of hiding can forget it.
 */
export class PausedAuctions extends Migration {
  override name = '0038-paused-auctions'

  override up() {
    this.addSql(COLUMNS)
    this.addSql(PAUSE)
  }
}

const COLUMNS = `
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
