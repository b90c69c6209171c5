import { Migration } from '@mikro-orm/migrations'

/**
 * Indexes of words that hold category, kind and tags of a listing as paths, so that a search with several filters reads one
 * short list of listings where it intersected three long ones. Each statement is a transaction of its own and may be run again.
 * Searches of the release before find words in the new indexes, too, and check their filters on what they find.
 */
export class ListingPaths extends Migration {
  override name = '0057-listing-paths'

  override isTransactional() {
    return false
  }

  override up() {
    for (const statement of [PATHS, MARKS, ...INDEXES]) this.addSql(statement)
  }
}

// A listing of data, skill and the tags node and sql has `data/skill/node`, and the same with any of the three left out:
// `//node`, `data//`, and so on. In PL/pgSQL, because SQL in a function that is not inlined is started anew for each listing.
const PATHS = `
create or replace function listing_paths(category text, kind text, tags text[]) returns text[]
language plpgsql immutable strict parallel safe as $$
declare
  starts text[] := array['//', category || '//', '/' || kind || '/', category || '/' || kind || '/'];
  paths text[] := starts[2:];
  start text;
  tag text;
begin
  foreach tag in array tags loop
    foreach start in array starts loop
      paths := paths || (start || tag);
    end loop;
  end loop;
  return paths;
end $$;
`

// The marks are those of 0012; taking them from a list that exists costs a tenth of making them.
const MARKS = `
create or replace function popularity_marks(popularity real) returns tsvector
language plpgsql immutable strict parallel safe as $$
declare
  marks constant text[] := '{MARKS}';
begin
  return array_to_tsvector(marks[:least(60, floor(popularity))::int - 3]);
end $$;
`.replace('MARKS', Array.from({ length: 57 }, (_, nth) => `popularity>=${nth + 4}`).join(','))

const INDEXES = [
  `drop index concurrently if exists listing_popular_words`,
  `create index concurrently listing_popular_words on listing using gin ((search || popularity_marks(popularity)), listing_paths(category, listing_kind, tech_stack), listing_type, is_free) with (gin_pending_list_limit = 256) where is_shown and popularity >= 4`,
  `drop index concurrently if exists listing_words`,
  `create index concurrently listing_words on listing using gin (search, listing_paths(category, listing_kind, tech_stack), listing_type, is_free) with (gin_pending_list_limit = 256) where is_shown`,
  `drop index concurrently if exists listing_found`,
  `drop index concurrently if exists listing_search`,
]
