import { Migration } from '@mikro-orm/migrations'

/** The pictures and films of listings. */
export class ListingPictures extends Migration {
  override name = '0022-listing-media'

  override up() {
    this.addSql(`create table listing_media (
      media_id uuid primary key references media (id) on delete cascade,
      listing_id uuid not null references listing (id),
      kind text not null check (kind in ('image', 'video')),
      created_at timestamptz not null default now()
    )`)
    this.addSql(`create index listing_media_of on listing_media (listing_id, kind, media_id)`)
    // What no listing has is looked for among these.
    this.addSql(`create index media_of_listings on media (created_at) where owner like 'listing:%'`)
  }
}
