import { defineEntity, p } from '@mikro-orm/core'

const ListingWordSchema = defineEntity({
  name: 'ListingWord',
  tableName: 'listing_word',
  properties: {
    word: p.text().primary(),
  },
  indexes: [
    {
      name: 'listing_word_letters',
      expression: 'create index listing_word_letters on listing_word using gin (word gin_trgm_ops)',
    },
  ],
})

/** A word of a listing that is shown. Searches correct misspelled words with it; a trigger of listing fills it. */
export class ListingWord extends ListingWordSchema.class {}
ListingWordSchema.setClass(ListingWord)
