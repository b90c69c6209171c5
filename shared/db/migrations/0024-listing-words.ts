import { Migration } from '@mikro-orm/migrations'

/**
 * Searching many listings: the words they are called by, for spelling, and marks of their popularity beside their words,
 * so that the most popular ones that hold some words are found without reading all that hold them.
 */
export class ListingWords extends Migration {
  override name = '0024-listing-words'

  override up() {
    for (const statement of [WORDS, NOTE, FILL, MARKS]) this.addSql(statement)
  }
}

// Each word once: what nobody wrote is looked for among thousands of words and not among a million titles. A word stays
// when its listings go; whoever proposes one looks whether it finds anything. Words are taken apart as by the search, but
// whole: a stem is no word to propose. The order keeps those that publish together from waiting for each other in a ring.
const WORDS = `
create table listing_word (word text primary key);
create index listing_word_letters on listing_word using gin (word gin_trgm_ops);
create function note_listing_words(title text, labels text[]) returns void language sql as $$
  insert into listing_word (word)
  select word from unnest(tsvector_to_array(to_tsvector('simple', title || ' ' || listing_words(labels)))) as word
  where length(word) between 3 and 40 order by word
  on conflict do nothing
$$;
`

const NOTE = `
create function note_words_of_listing() returns trigger language plpgsql as $$
begin
  perform note_listing_words(new.title, new.tags || new.tech_stack);
  return null;
end $$;
create trigger listing_words_noted after insert or update of title, tags, tech_stack, status, hidden_at on listing
  for each row when (new.is_shown) execute function note_words_of_listing();
`

// Titles are no longer searched by their letters.
const FILL = `
insert into listing_word (word)
select distinct word
from listing, unnest(tsvector_to_array(to_tsvector('simple', title || ' ' || listing_words(tags || tech_stack)))) as word
where is_shown and length(word) between 3 and 40;
drop index listing_title;
`

// One mark for each whole point of popularity from 4 on; no word holds such characters. A list of what is still to be put
// into an index is read by every search, so it is kept short.
const MARKS = `
create function popularity_marks(popularity real) returns tsvector language sql immutable strict parallel safe return
  array_to_tsvector(array(select 'popularity>=' || n from generate_series(4, least(60, floor(popularity))::int) n));
create index listing_found on listing using gin ((search || popularity_marks(popularity))) with (gin_pending_list_limit = 256)
  where is_shown and popularity >= 4;
alter index listing_search set (gin_pending_list_limit = 256);
analyze listing;
`
