/** Words that make a host an adult one wherever they stand in it; engines without a filter of their own need it. */
export const ADULT_HOST =
  /(?:^|[.-])(?:porn|xxx|sex|nude|nsfw|hentai|onlyfans|xvideos|xnxx|xhamster|redtube|youporn|brazzers|chaturbate|livejasmin|escort)(?:[a-z0-9]*)(?:[.-]|$)|porn|\.(?:xxx|sex|porn|adult)$/

/** Hosts the pattern above takes for what they are not. */
export const NOT_ADULT = /(?:^|\.)(?:essex|sussex|middlesex|sexual-?health|sexeducation|sexology)[\w.-]*/
