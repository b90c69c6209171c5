import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { NEWS_LANGUAGES } from './news-languages.rules.ts'
import type { NewsStory, NewsWish } from './news-story.ts'
import { readBingNews } from './read-bing-news.ts'
import { readGdelt } from './read-gdelt.ts'
import { readGoogleNews } from './read-google-news.ts'

const TTL_S = 300
const GDELT_RECORDS = 75

/** Sources of news, in order: Google News, Bing News, GDELT. */
export function newsSources({ query, lang, maxAgeHours }: NewsWish): UpstreamQuestion<NewsStory[]>[] {
  const places = NEWS_LANGUAGES.get(lang)
  if (places === undefined) throw new TypeError(`no news language ${lang}`)
  const { hl, gl, market, gdelt } = places
  const days = Math.ceil(maxAgeHours / 24)
  return [
    {
      upstream: 'google-news',
      path: '/rss/search',
      query: { q: `${query} when:${days}d`, hl, gl, ceid: `${gl}:${hl === 'zh-CN' ? 'zh-Hans' : hl.split('-')[0]}` },
      expects: 'xml',
      ttlS: TTL_S,
      read: readGoogleNews,
    },
    {
      upstream: 'bing-news',
      path: '/news/search',
      query: { q: query, format: 'rss', setmkt: market },
      expects: 'xml',
      ttlS: TTL_S,
      read: readBingNews,
    },
    {
      upstream: 'gdelt',
      path: '/api/v2/doc/doc',
      query: {
        query: `${query} sourcelang:${gdelt}`,
        mode: 'artlist',
        format: 'json',
        maxrecords: GDELT_RECORDS,
        timespan: `${maxAgeHours}h`,
        sort: 'datedesc',
      },
      ttlS: TTL_S,
      read: readGdelt,
    },
  ]
}
