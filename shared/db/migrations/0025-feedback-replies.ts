import { Migration } from '@mikro-orm/migrations'

/** Feedback that is changed and replied to, and whose rating counts or not; and what a refund takes back of ranks. */
export class FeedbackReplies extends Migration {
  override name = '0025-feedback-replies'

  override up() {
    for (const statement of [COLUMNS, TRIGGERS]) this.addSql(statement)
  }
}

const COLUMNS = `
alter table feedback
  add column is_counted boolean not null default true,
  add column reply text check (length(reply) <= 2000),
  add column replied_at timestamptz,
  add column edited_at timestamptz,
  add constraint feedback_replied check ((reply is null) = (replied_at is null));
`

// Ratings from before are in the sums already.
const TRIGGERS = `
create function feedback_adds_up() returns trigger language plpgsql as $$
declare
  was_counted constant boolean := tg_op = 'UPDATE' and old.is_counted;
  points constant integer := case when new.is_counted then new.rating else 0 end - case when was_counted then old.rating else 0 end;
  times constant integer := new.is_counted::integer - was_counted::integer;
begin
  if points <> 0 or times <> 0 then
    update listing set rating_sum = rating_sum + points, rating_count = rating_count + times where id = new.listing_id;
    insert into seller_stat (user_id, rating_sum, rating_count) values (new.seller_id, points, times)
    on conflict (user_id) do update set rating_sum = seller_stat.rating_sum + excluded.rating_sum, rating_count = seller_stat.rating_count + excluded.rating_count;
  end if;
  return null;
end $$;
create trigger feedback_counted after insert or update on feedback for each row execute function feedback_adds_up();

create function refund_counts_for_nothing() returns trigger language plpgsql as $$
begin
  update feedback set is_counted = false where purchase_id = new.id and is_counted;
  if old.is_counted and old.counted_at is not null then
    update listing set sales_count = sales_count - 1 where id = new.listing_id;
    update seller_stat set sales_count = sales_count - 1, sales_cents = sales_cents - new.price_cents where user_id = new.seller_id;
  end if;
  return null;
end $$;
create trigger purchase_uncounted after update of status on purchase for each row
  when (new.status = 'refunded' and old.status <> 'refunded') execute function refund_counts_for_nothing();
`
