import { Migration } from '@mikro-orm/migrations'

/**
 * What a search is narrowed by stands beside the words, so that one index finds what holds the words and is of a category,
 * a kind, a type, free or with a tag, and reads no listing that fits the words alone.
 */
export class SearchFilters extends Migration {
  override name = '0025-search-filters'

  override up() {
    this.addSql(`create extension if not exists btree_gin`)
    this.addSql(`drop index listing_search`)
    this.addSql(`create index listing_search on listing using gin (search, ${FILTERS}) ${PENDING} where is_shown`)
    this.addSql(`drop index listing_found`)
    this.addSql(
      `create index listing_found on listing using gin ((search || popularity_marks(popularity)), ${FILTERS}) ${PENDING}
        where is_shown and popularity >= 4`,
    )
    // For the statistics of what the second one holds.
    this.addSql(`analyze listing`)
  }
}

const FILTERS = 'category, listing_kind, listing_type, is_free, tech_stack'
// A list of what is still to be put into an index is read by every search, so it is kept short.
const PENDING = 'with (gin_pending_list_limit = 256)'
