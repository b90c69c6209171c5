import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { NEWS_LANGUAGES } from '#shared/engines/news/news-languages.rules.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { Source, sourceOf } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

const WITHIN_MS = 11_000
const HOUR_MS = 3_600_000

/** Google News, else Bing News, else GDELT; titles are text of strangers. */
export const newsHeadlines = defineOutcome({
  slug: 'news-headlines',
  title: 'News headlines',
  description: 'Recent headlines for a query with publisher and time, clustered so one story appears once.',
  cents: 1,
  impulse: true,
  timeoutMs: 13_000,
  types: {
    takes: { query: 'query', limit: 'count', max_age_hours: 'age-hours', lang: 'news-language' },
    gives: { headlines: 'json', 'headlines.0.url': 'url' },
    also: {
      'headlines.0.title': 'title',
      'headlines.0.publisher': 'company',
      'headlines.0.published_at': 'iso-datetime',
    },
  },
  input: () =>
    z.object({
      query: z.string().min(1).max(200).describe('topic'),
      limit: z.int().min(1).max(20).default(8).describe('number of headlines'),
      lang: z.string().max(35).default('en').describe('language'),
      max_age_hours: z.int().min(1).max(720).default(168).describe('oldest item kept'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('when the newest headline was published, ISO 8601'),
      headlines: z.array(
        z.object({
          title: z.string().describe('without the publisher'),
          url: z.string().describe('of Google News: its own redirect to the article'),
          publisher: z.string().nullable(),
          published_at: z.string().describe('ISO 8601; of GDELT: when it saw the article'),
          age_hours: z.number(),
          also_reported_by: z.array(z.string()),
          cluster_size: z.int(),
        }),
      ),
      count: z.int(),
      window: z
        .object({ from: z.string().nullable(), to: z.string().nullable() })
        .describe('of published_at; null without headlines'),
      dropped: z
        .object({ undated: z.int(), too_old: z.int() })
        .describe('items the source sent that have no date that can be read, or are older than max_age_hours'),
      injection_flags: z.array(z.object({ rule: z.string(), rank: z.int(), excerpt: z.string() })),
    }),
  example: exampleFrom(example),
  check({ query, lang }) {
    if (query.trim() === '') {
      throw invalidFields({ path: ['query'], msg: 'Value error, there is no topic in it', input: query })
    }
    if (NEWS_LANGUAGES.has(languageOf(lang))) return
    const known = [...NEWS_LANGUAGES.keys()].join(', ')
    throw invalidFields({ path: ['lang'], msg: `Value error, not one of ${known}`, input: lang })
  },
  async run({ query, limit, lang, max_age_hours: maxAgeHours }, { upstreams, signal, now }) {
    const [{ newsSources }, { clusterStories }, { findInjection }] = await Promise.all([
      import('#shared/engines/news/news-sources.ts'),
      import('./cluster-stories.ts'),
      import('#shared/engines/page/find-injection.ts'),
    ])
    const topic = query.toWellFormed().replace(/\s+/g, ' ').trim()
    const sources = newsSources({ query: topic, lang: languageOf(lang), maxAgeHours })
    const answer = await upstreams.ask(sources, { signal, withinMs: WITHIN_MS })
    const nowMs = now().getTime()
    const ageOf = (at: string) => (nowMs - Date.parse(at)) / HOUR_MS
    const recent = answer.value.filter(({ publishedAt }) => publishedAt !== null && ageOf(publishedAt) <= maxAgeHours)
    const undated = answer.value.filter(({ publishedAt }) => publishedAt === null).length
    const headlines = clusterStories(recent)
      .slice(0, limit)
      .map(({ story, alsoReportedBy, size }) => ({
        title: story.title,
        url: story.url,
        publisher: story.publisher,
        published_at: story.publishedAt,
        // A clock ahead of ours makes no negative age.
        age_hours: Math.max(0, Math.round(ageOf(story.publishedAt) * 10) / 10),
        also_reported_by: alsoReportedBy,
        cluster_size: size,
      }))
    const to = headlines[0]?.published_at ?? null
    return {
      source: sourceOf(answer),
      as_of: to,
      headlines,
      count: headlines.length,
      window: { from: headlines.at(-1)?.published_at ?? null, to },
      dropped: { undated, too_old: answer.value.length - recent.length - undated },
      injection_flags: headlines.flatMap(({ title }, index) =>
        findInjection(title, []).map(({ rule, excerpt }) => ({ rank: index + 1, rule, excerpt })),
      ),
    }
  },
})

/** The language of a code such as `en`, `EN` or `en-GB`. */
const languageOf = (lang: string) => lang.toLowerCase().split(/[-_]/)[0] ?? ''
