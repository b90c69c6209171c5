import { z } from 'zod'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { Source, sourceOf } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

/** Hacker News' own API, story by story; Algolia's search of it where that does not answer. */
export const hnHeadlines = defineOutcome({
  slug: 'hn-headlines',
  title: 'Hacker News headlines',
  description: 'Front-page stories of Hacker News by feed.',
  cents: 1,
  impulse: true,
  timeoutMs: 14_000,
  types: {
    takes: { feed: 'hn-feed', limit: 'count' },
    gives: { stories: 'json', 'stories.0.url': 'url' },
    also: { 'stories.0.hn_url': 'url', 'stories.0.title': 'title', 'stories.0.domain': 'domain' },
  },
  input: () =>
    z.object({
      feed: z.enum(['top', 'new', 'best']).default('top').describe('which list'),
      limit: z.int().min(1).max(30).default(10).describe('number of stories'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('when the list was read, ISO 8601'),
      feed: z.enum(['top', 'new', 'best']),
      stories: z.array(
        z.object({
          rank: z.int(),
          id: z.int(),
          title: z.string(),
          url: z.string().nullable().describe('null for a post that is its own text'),
          hn_url: z.string(),
          domain: z.string().nullable(),
          score: z.int(),
          comments: z.int(),
          by: z.string().nullable(),
          posted_at: z.string(),
          type: z.enum(['story', 'ask', 'show', 'job', 'poll']),
        }),
      ),
      count: z.int(),
      notes: z.array(z.string()),
    }),
  example: exampleFrom(example),
  async run({ feed, limit }, { upstreams, signal }) {
    const [{ listStories }, { domainOf }] = await Promise.all([
      import('./list-stories.ts'),
      import('#shared/engines/search/canonical-url.ts'),
    ])
    const { answer, stories, missed } = await listStories(feed, limit, { upstreams, signal })
    return {
      source: sourceOf(answer),
      as_of: answer.retrievedAt,
      feed,
      stories: stories.map(({ id, title, url, score, comments, by, postedAt, type }, index) => ({
        rank: index + 1,
        id,
        title,
        url,
        hn_url: `https://news.ycombinator.com/item?id=${id}`,
        domain: url === null ? null : domainOf(url),
        score,
        comments,
        by,
        posted_at: postedAt,
        type,
      })),
      count: stories.length,
      notes:
        missed === 0
          ? []
          : [
              `${missed} ${missed === 1 ? 'story' : 'stories'} of the list could not be read just now; the next ones stand in their place.`,
            ],
    }
  },
})
