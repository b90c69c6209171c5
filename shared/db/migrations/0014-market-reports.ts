import { Migration } from '@mikro-orm/migrations'

/** Reports of listings, and feedback of buyers. */
export class MarketReports extends Migration {
  override name = '0014-market-reports'

  override up() {
    this.addSql(TABLES)
  }
}

const TABLES = `
create table report (
  id uuid primary key,
  listing_id uuid not null references listing (id),
  reporter_id uuid not null references market_user (id),
  reason text not null check (reason in ('policy_violation', 'copyright', 'spam', 'other')),
  details text check (length(details) <= 2000),
  evidence_url text check (length(evidence_url) <= 2000),
  state text not null default 'open' check (state in ('open', 'upheld', 'dismissed')),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint report_decided_once check ((state = 'open') = (decided_at is null))
);
create index report_of_reporter on report (reporter_id, created_at desc);
create unique index report_once on report (listing_id, reporter_id);
create index report_open on report (created_at) where state = 'open';

create table feedback (
  id uuid primary key,
  purchase_id uuid not null unique,
  listing_id uuid not null references listing (id),
  seller_id uuid not null references market_user (id),
  buyer_id uuid not null references market_user (id),
  rating integer not null check (rating between 1 and 5),
  comment text check (length(comment) <= 2000),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  would_buy_again boolean,
  created_at timestamptz not null default now(),
  constraint feedback_of_another check (seller_id <> buyer_id)
);
create index feedback_of_listing on feedback (listing_id, id desc);
create index feedback_of_seller on feedback (seller_id, id desc);
`
