import { Migration } from '@mikro-orm/migrations'

/** What is on sale: listings, their immutable versions and content, what happened to them, and who imported them. */
export class Listings extends Migration {
  override name = '0020-listings'

  override up() {
    for (const statement of [LISTINGS, INDEXES, VERSIONS, EVENTS, SELLERS, IMPORTS]) this.addSql(statement)
  }
}

// array_to_string is only stable, because some types print by settings; text does not.
// The scores are columns so that sorting by them is an index scan. Views count in steps, so that most views change no
// index. docs/marketplace.md says what each score means.
const QUALITY = `((rating_sum + 17.5) / (rating_count + 5))`
const LISTINGS = `
create extension if not exists pg_trgm;
create function listing_words(words text[]) returns text language sql immutable strict parallel safe
  return array_to_string(words, ' ');
create table listing (
  id uuid primary key,
  owner_id uuid not null references market_user (id),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  status text not null default 'draft' check (status in ('draft', 'live')),
  deleted_at timestamptz,
  hidden_at timestamptz,
  published_at timestamptz,
  title text not null check (length(title) between 1 and 120),
  summary text check (length(summary) <= 280),
  description text not null default '' check (length(description) <= 20000),
  category text not null,
  listing_kind text not null,
  listing_type text not null default 'fixed' check (listing_type in ('fixed', 'auction')),
  price_cents integer not null default 0 check (price_cents between 0 and 100000000),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  tech_stack text[] not null default '{}' check (cardinality(tech_stack) <= 20),
  license_id text not null default 'personal',
  refund_days integer not null default 0 check (refund_days in (0, 7, 14, 30)),
  royalty_bps integer not null default 0 check (royalty_bps between 0 and 1000),
  resale_allowed boolean not null default false,
  delivery_url text check (length(delivery_url) <= 2000),
  version integer not null default 1 check (version > 0),
  content_sha256 text,
  views bigint not null default 0,
  sales_count integer not null default 0,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  boosted_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_shown boolean not null generated always as (status = 'live' and deleted_at is null and hidden_at is null) stored,
  is_free boolean not null generated always as (price_cents = 0) stored,
  popularity real not null generated always as
    (4 * ln(1 + sales_count) + floor(4 * ln(1 + views)) / 4 + ln(1 + rating_count) * (${QUALITY} - 3)) stored,
  starter_score real not null generated always as
    (10 * ${QUALITY} + 2 * ln(1 + sales_count) - 4 * ln(1 + price_cents / 100.0)
     - case when listing_type = 'auction' then 40 else 0 end - case when price_cents > 2500 then 20 else 0 end) stored,
  value_score real not null generated always as
    (10 * (${QUALITY} - 2.5) * ln(2 + rating_count) - 3 * ln(1 + price_cents / 100.0)) stored,
  search tsvector not null generated always as
    (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', listing_words(tags || tech_stack)), 'B')
     || setweight(to_tsvector('english', coalesce(summary, '')), 'C') || setweight(to_tsvector('english', description), 'D')) stored,
  constraint listing_live_since check (status = 'draft' or published_at is not null),
  constraint listing_auction_costs check (listing_type = 'fixed' or price_cents > 0)
) with (fillfactor = 85);
`

// Everything that filters is in each index that sorts, so that a page is found without looking at the table.
const FILTERS = `include (category, listing_kind, listing_type, is_free)`
const INDEXES = `
create unique index listing_slug on listing (slug);
create index listing_newest on listing (published_at desc, id desc) include (category, listing_kind, listing_type, is_free, tech_stack) where is_shown;
create index listing_price on listing (price_cents, id) ${FILTERS} where is_shown;
create index listing_updated on listing (updated_at desc, id desc) ${FILTERS} where is_shown;
create index listing_popular on listing (popularity desc, id desc) ${FILTERS} where is_shown;
create index listing_starter on listing (starter_score desc, id desc) ${FILTERS} where is_shown;
create index listing_value on listing (value_score desc, id desc) ${FILTERS} where is_shown;
create index listing_category on listing (category, published_at desc, id desc) include (listing_kind, listing_type, is_free) where is_shown;
create index listing_kind on listing (listing_kind, published_at desc, id desc) include (category, listing_type, is_free) where is_shown;
create index listing_owner on listing (owner_id, published_at desc, id desc);
create index listing_tech on listing using gin (tech_stack) where is_shown;
create index listing_search on listing using gin (search) where is_shown;
create index listing_title on listing using gin (title gin_trgm_ops) where is_shown;
`

// One row for what was sold under a version number; content is kept once for each of its hashes.
const VERSIONS = `
create table listing_content (
  listing_id uuid not null references listing (id),
  sha256 text not null,
  format text not null check (format in ('text', 'markdown')),
  content text not null,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (listing_id, sha256)
);
create table listing_version (
  listing_id uuid not null references listing (id),
  version integer not null check (version > 0),
  changed text[] not null,
  price_cents integer not null,
  royalty_bps integer not null,
  license_id text not null,
  content_sha256 text,
  note text check (length(note) <= 500),
  created_at timestamptz not null default now(),
  primary key (listing_id, version)
);
`

const EVENTS = `
create table listing_event (
  id uuid primary key,
  listing_id uuid not null references listing (id),
  kind text not null,
  facts jsonb not null default '{}',
  at timestamptz not null default now()
);
create index listing_event_of on listing_event (listing_id, id desc);
`

// What a seller's listings add up to, so that a page of listings does not add it up.
const SELLERS = `
create table seller_stat (
  user_id uuid primary key references market_user (id),
  sales_count integer not null default 0,
  sales_cents bigint not null default 0,
  rating_sum integer not null default 0,
  rating_count integer not null default 0
);
`

const IMPORTS = `
create table listing_import (
  id uuid primary key,
  listing_id uuid not null references listing (id),
  user_id uuid not null references market_user (id),
  version integer not null,
  digest bytea not null,
  plan jsonb not null,
  applied_at timestamptz not null default now()
);
create unique index listing_import_once on listing_import (user_id, listing_id, version, digest);
`
