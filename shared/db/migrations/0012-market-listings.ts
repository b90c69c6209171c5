import { Migration } from '@mikro-orm/migrations'

/** What is on sale: listings, their versions and content, pictures, what searches find them by, and what scanners say of them. */
export class MarketListings extends Migration {
  override name = '0012-market-listings'

  override up() {
    for (const statement of [EXTENSIONS, LISTINGS, TABLES, WORDS, VETTING]) this.addSql(statement)
  }
}

// array_to_string is only stable, because some types print by settings; text does not.
const EXTENSIONS = `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create function listing_words(words text[]) returns text language sql immutable strict parallel safe
  return array_to_string(words, ' ');
create function popularity_marks(popularity real) returns tsvector language sql immutable strict parallel safe return
  array_to_tsvector(array(select 'popularity>=' || n from generate_series(4, least(60, floor(popularity))::int) n));
`

// Everything that filters is in each index that sorts, so that a page is found without looking at the table.
const LISTINGS = `
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
  popularity real not null generated always as (4 * ln(1 + sales_count) + floor(4 * ln(1 + views)) / 4 + ln(1 + rating_count) * (((rating_sum + 17.5) / (rating_count + 5)) - 3)) stored,
  starter_score real not null generated always as (10 * ((rating_sum + 17.5) / (rating_count + 5)) + 2 * ln(1 + sales_count) - 4 * ln(1 + price_cents / 100.0)
  - case when listing_type = 'auction' then 40 else 0 end - case when price_cents > 2500 then 20 else 0 end) stored,
  value_score real not null generated always as (10 * (((rating_sum + 17.5) / (rating_count + 5)) - 2.5) * ln(2 + rating_count) - 3 * ln(1 + price_cents / 100.0)) stored,
  search tsvector not null generated always as (setweight(to_tsvector('english', title), 'A')
  || setweight(to_tsvector('english', listing_words(tags || tech_stack)), 'B')
  || setweight(to_tsvector('english', coalesce(summary, '')), 'C')
  || setweight(to_tsvector('english', description), 'D')) stored,
  constraint listing_auction_costs check (listing_type = 'fixed' or price_cents > 0),
  constraint listing_live_since check (status = 'draft' or published_at is not null)
) with (fillfactor = 85);
create index listing_category on listing (category, published_at desc, id desc) include (listing_kind, listing_type, is_free) where is_shown;
create index listing_found on listing using gin ((search || popularity_marks(popularity)), category, listing_kind, listing_type, is_free, tech_stack) with (gin_pending_list_limit = 256) where is_shown and popularity >= 4;
create index listing_kind on listing (listing_kind, published_at desc, id desc) include (category, listing_type, is_free) where is_shown;
create index listing_newest on listing (published_at desc, id desc) include (category, listing_kind, listing_type, is_free, tech_stack) where is_shown;
create index listing_owner on listing (owner_id, published_at desc, id desc);
create index listing_popular on listing (popularity desc, id desc) include (category, listing_kind, listing_type, is_free) where is_shown;
create index listing_price on listing (price_cents, id) include (category, listing_kind, listing_type, is_free) where is_shown;
create index listing_search on listing using gin (search, category, listing_kind, listing_type, is_free, tech_stack) with (gin_pending_list_limit = 256) where is_shown;
create unique index listing_slug on listing (slug);
create index listing_starter on listing (starter_score desc, id desc) include (category, listing_kind, listing_type, is_free) where is_shown;
create index listing_tech on listing using gin (tech_stack) where is_shown;
create index listing_updated on listing (updated_at desc, id desc) include (category, listing_kind, listing_type, is_free) where is_shown;
create index listing_value on listing (value_score desc, id desc) include (category, listing_kind, listing_type, is_free) where is_shown;
`

const TABLES = `
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
create table listing_event (
  id uuid primary key,
  listing_id uuid not null references listing (id),
  kind text not null,
  facts jsonb not null default '{}',
  at timestamptz not null default now()
);
create index listing_event_of on listing_event (listing_id, id desc);
create table seller_stat (
  user_id uuid primary key references market_user (id),
  sales_count integer not null default 0,
  sales_cents bigint not null default 0,
  rating_sum integer not null default 0,
  rating_count integer not null default 0
);
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
create table listing_word (
  word text primary key
);
create index listing_word_letters on listing_word using gin (word gin_trgm_ops);
create table listing_vetting (
  listing_id uuid primary key references listing (id),
  wanted_at timestamptz not null default clock_timestamp(),
  tries integer not null default 0,
  taken_until timestamptz,
  vetted_at timestamptz,
  verdict text check (verdict in ('passed', 'warnings', 'failed')),
  checks jsonb not null default '[]',
  permissions text[] not null default '{}',
  constraint listing_vetted_whole check ((vetted_at is null) = (verdict is null))
);
create index listing_vetting_due on listing_vetting (wanted_at) where vetted_at is null;
create table listing_media (
  media_id uuid primary key references media (id) on delete cascade,
  listing_id uuid not null references listing (id),
  kind text not null check (kind in ('image', 'video')),
  created_at timestamptz not null default now()
);
create index listing_media_of on listing_media (listing_id, kind, media_id);
`

const WORDS = `
create function note_listing_words(title text, labels text[]) returns void language sql as $$
  insert into listing_word (word)
  select word from unnest(tsvector_to_array(to_tsvector('simple', title || ' ' || listing_words(labels)))) as word
  where length(word) between 3 and 40 order by word
  on conflict do nothing
$$;
create function note_words_of_listing() returns trigger language plpgsql as $$
begin
  perform note_listing_words(new.title, new.tags || new.tech_stack);
  return null;
end $$;
create trigger listing_words_noted after insert or update of title, tags, tech_stack, status, hidden_at on listing
  for each row when (new.is_shown) execute function note_words_of_listing();
`

const VETTING = `
create function want_listing_vetting() returns trigger language plpgsql as $$
begin
  insert into listing_vetting (listing_id) values (new.id)
  on conflict (listing_id) do update set wanted_at = clock_timestamp(), tries = 0, taken_until = null, vetted_at = null,
    verdict = null, checks = '[]', permissions = '{}';
  return null;
end $$;
create trigger listing_vetting_wanted_new after insert on listing for each row when (new.is_shown)
  execute function want_listing_vetting();
create trigger listing_vetting_wanted after update of title, summary, description, listing_kind, content_sha256, status, hidden_at
  on listing for each row when (new.is_shown and (not old.is_shown
    or (old.title, old.summary, old.description, old.listing_kind, old.content_sha256)
      is distinct from (new.title, new.summary, new.description, new.listing_kind, new.content_sha256)))
  execute function want_listing_vetting();
`
