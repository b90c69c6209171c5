import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { BRAVE_COUNTRIES, BRAVE_LANGUAGES, BRAVE_UNKNOWN_LANGUAGES } from './brave-places.rules.ts'
import { readBrave } from './read-brave.ts'
import { readDuckduckgo } from './read-duckduckgo.ts'
import { readMarginalia } from './read-marginalia.ts'
import { readMwmbl } from './read-mwmbl.ts'
import { readSearxng } from './read-searxng.ts'
import { readWikipediaSearch, wikipediaSearchQuery } from './read-wikipedia-search.ts'
import { REGIONS } from './regions.rules.ts'
import type { SearchReading, SearchWish } from './search-hit.ts'

type Question = UpstreamQuestion<SearchReading>

const TTL_S = 600
/** More is asked for than is wanted: engines repeat each other. */
const SPARE = 5
/** Longest query DuckDuckGo takes. */
const DDG_QUERY = 499

const BRAVE_AGE = { any: undefined, day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const
const DDG_AGE = { any: undefined, day: 'd', week: 'w', month: 'm', year: 'y' } as const

const langOf = (region: string) => REGIONS.get(region)?.lang ?? 'en'

/** Brave's own name of a language, else the usual one; none where Brave has none, for an unknown one is a 422. */
function braveLang(region: string): string | undefined {
  const lang = langOf(region)
  if (BRAVE_UNKNOWN_LANGUAGES.has(lang)) return undefined
  return BRAVE_LANGUAGES.get(`${lang}-${region}`) ?? BRAVE_LANGUAGES.get(lang) ?? lang
}

export const searxng = ({ query, freshness, region, safe }: SearchWish): Question => ({
  upstream: 'searxng',
  path: '/search',
  query: {
    q: query,
    format: 'json',
    categories: 'general',
    language: `${langOf(region)}-${region.toUpperCase()}`,
    safesearch: safe ? 1 : 0,
    time_range: freshness === 'any' ? undefined : freshness,
  },
  ttlS: TTL_S,
  read: readSearxng,
})

export const brave = ({ query, limit, freshness, region, safe }: SearchWish): Question => ({
  upstream: 'brave',
  path: '/res/v1/web/search',
  query: {
    q: query,
    count: Math.min(limit + SPARE, 20),
    country: BRAVE_COUNTRIES.has(region) ? region.toUpperCase() : 'ALL',
    search_lang: braveLang(region),
    safesearch: safe ? 'strict' : 'off',
    text_decorations: false,
    freshness: BRAVE_AGE[freshness],
  },
  answers: [422],
  negativeTtlS: 0,
  ttlS: TTL_S,
  read: readBrave,
})

export const duckduckgo = ({ query, freshness, region, safe }: SearchWish): Question => ({
  upstream: 'duckduckgo',
  path: '/html/',
  query: {
    q: query.slice(0, DDG_QUERY),
    kl: REGIONS.get(region)?.ddg ?? 'wt-wt',
    kp: safe ? 1 : -2,
    df: DDG_AGE[freshness],
  },
  expects: 'html',
  headers: { 'accept-language': 'en-US,en;q=0.7', referer: 'https://html.duckduckgo.com/' },
  ttlS: TTL_S,
  read: readDuckduckgo,
})

export const mwmbl = ({ query }: SearchWish): Question => ({
  upstream: 'mwmbl',
  path: '/api/v1/search/',
  query: { s: query },
  ttlS: TTL_S,
  read: readMwmbl,
})

export const marginalia = ({ query, limit }: SearchWish): Question => ({
  upstream: 'marginalia',
  path: '/search',
  query: { query, count: limit + SPARE },
  ttlS: TTL_S,
  read: readMarginalia,
})

export const wikipedia = ({ query, limit }: SearchWish): Question => ({
  upstream: 'wikipedia-api',
  path: '/w/api.php',
  fill: { lang: 'en' },
  query: wikipediaSearchQuery(query, limit),
  ttlS: TTL_S,
  read: readWikipediaSearch,
})

/**
 * Who is asked: the first row together; the second only where none of the first answered. Those of the second know neither
 * ages nor adult pages nor countries, and are not asked where an age is wanted.
 */
export const ENGINES: Readonly<Record<'first' | 'second', readonly ((wish: SearchWish) => Question)[]>> = {
  first: [searxng, brave, duckduckgo],
  second: [mwmbl, marginalia, wikipedia],
}
