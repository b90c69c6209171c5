import type { UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { type Article, pageQuery, readPage, readSummary } from '#shared/engines/wikipedia/article.ts'
import { meaningsQuery, readMeanings, readSearch, searchQuery } from './candidates.ts'

const DAY_S = 86_400
const HOUR_S = 3_600

/** Where an article is asked for, in order. `title` is a normal and possible one; null: there is no such article. */
export const articleSources = (lang: string, title: string): UpstreamQuestion<Article | null>[] => [
  {
    upstream: 'wikipedia',
    path: '/api/rest_v1/page/summary/{title}',
    fill: { lang, title: title.replaceAll(' ', '_') },
    answers: [404],
    ttlS: DAY_S,
    read: readSummary,
  },
  actionApi(lang, pageQuery(title), DAY_S, readPage),
]

/** Up to five titles near these words. */
export const searchQuestion = (lang: string, words: string) => actionApi(lang, searchQuery(words), HOUR_S, readSearch)

/** Up to five of the articles that a disambiguation page links. */
export const meaningsQuestion = (lang: string, title: string) =>
  actionApi(lang, meaningsQuery(title), DAY_S, readMeanings)

const actionApi = <Value>(
  lang: string,
  query: NonNullable<UpstreamQuestion<Value>['query']>,
  ttlS: number,
  read: UpstreamQuestion<Value>['read'],
): UpstreamQuestion<Value> => ({ upstream: 'wikipedia-api', path: '/w/api.php', fill: { lang }, query, ttlS, read })
