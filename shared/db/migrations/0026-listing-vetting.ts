import { Migration } from '@mikro-orm/migrations'

/** What our own scanners say of listings. The database itself notes what is to be looked at, whoever changes a listing. */
export class ListingVettings extends Migration {
  override name = '0026-listing-vetting'

  override up() {
    for (const statement of [VETTING, WANT, NOTE, FILL]) this.addSql(statement)
  }
}

// `wanted_at` tells one state of the texts from the next: what was found in an older one is not kept.
const VETTING = `
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
`

const WANT = `
create function want_listing_vetting() returns trigger language plpgsql as $$
begin
  insert into listing_vetting (listing_id) values (new.id)
  on conflict (listing_id) do update set wanted_at = clock_timestamp(), tries = 0, taken_until = null, vetted_at = null,
    verdict = null, checks = '[]', permissions = '{}';
  return null;
end $$;
`

const NOTE = `
create trigger listing_vetting_wanted_new after insert on listing for each row when (new.is_shown)
  execute function want_listing_vetting();
create trigger listing_vetting_wanted after update of title, summary, description, listing_kind, content_sha256, status, hidden_at
  on listing for each row when (new.is_shown and (not old.is_shown
    or (old.title, old.summary, old.description, old.listing_kind, old.content_sha256)
      is distinct from (new.title, new.summary, new.description, new.listing_kind, new.content_sha256)))
  execute function want_listing_vetting();
`

const FILL = `insert into listing_vetting (listing_id) select id from listing where is_shown;`
