import { z } from 'zod'

import { invalidFields } from '#shared/errors.ts'
import { REGIONS } from './regions.rules.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { Source, sourceOf } from '#shared/outcomes/lib/source.ts'
import example from './example.json' with { type: 'json' }

const LONGEST_SNIPPET = 320
const LONGEST_TITLE = 200

/**
 * The engines that this installation has, asked side by side and merged; where none of them answers, Mwmbl, Marginalia
 * and the search of Wikipedia. The title and snippet of a hit are text of strangers.
 */
export const webSearch = defineOutcome({
  slug: 'web-search',
  title: 'Web search',
  description:
    'Ranked web results for a query, de-duplicated and with provenance: which engines answered, merged by reciprocal ' +
    'rank, URLs without tracking, signs of prompt injection flagged.',
  cents: 2,
  impulse: true,
  featured: 6,
  timeoutMs: 14_000,
  types: {
    takes: { query: 'query', limit: 'count', freshness: 'freshness' },
    gives: { results: 'json', 'results.0.url': 'url' },
    also: { 'results.0.title': 'title', 'results.0.domain': 'domain', 'results.0.snippet': 'text' },
  },
  input: () =>
    z.object({
      query: z.string().min(1).max(400).describe('search text; operators site:, -term, "phrase" pass through'),
      limit: z.int().min(1).max(10).default(8).describe('number of results'),
      freshness: z.enum(['any', 'day', 'week', 'month', 'year']).default('any').describe('age filter'),
      region: z.string().max(35).default('us').describe('two-letter country bias'),
      safe: z.boolean().default(true).describe('drop adult results'),
    }),
  output: () =>
    z.object({
      source: Source.describe('the engine whose results lead; `engines` has all'),
      as_of: z.string().nullable().describe('null: engines do not say how old their index is'),
      query: z.string().describe('as sent'),
      results: z.array(
        z.object({
          rank: z.int(),
          title: z.string(),
          url: z.string().describe('canonical, without tracking parameters'),
          domain: z.string(),
          snippet: z.string().describe('plain text, at most 320 characters'),
          published_at: z.string().nullable().describe('as the engine says, ISO 8601'),
          engine: z.string().describe('the first that named it'),
        }),
      ),
      count: z.int(),
      engines: z.array(z.object({ name: z.string(), returned: z.int(), status: z.enum(['ok', 'timeout', 'error']) })),
      duplicates_removed: z.int().describe('hits merged by canonical URL'),
      injection_flags: z
        .array(z.object({ rule: z.string(), rank: z.int(), excerpt: z.string() }))
        .describe('titles and snippets that try to instruct the reader; nothing is dropped'),
      notes: z.array(z.string()),
    }),
  example: exampleFrom(example),
  check({ query, region }) {
    if (query.trim() === '') {
      throw invalidFields({ path: ['query'], msg: 'Value error, there is nothing in it to search for', input: query })
    }
    if (!REGIONS.has(region.toLowerCase())) {
      throw invalidFields({ path: ['region'], msg: 'Value error, no two-letter country we can ask for', input: region })
    }
  },
  async run({ query, limit, freshness, region, safe }, { upstreams, signal }) {
    const [{ searchWeb }, { domainOf }, { cutAtWord }, { findInjection }] = await Promise.all([
      import('./search-web.ts'),
      import('#shared/engines/search/canonical-url.ts'),
      import('#shared/engines/search/plain-snippet.ts'),
      import('#shared/engines/page/find-injection.ts'),
    ])
    const sent = query.toWellFormed().replace(/\s+/g, ' ').trim()
    const wish = { query: sent, limit, freshness, region: region.toLowerCase(), safe }
    const found = await searchWeb(wish, { upstreams, signal })
    const results = found.hits.slice(0, limit).map((hit, index) => ({
      rank: index + 1,
      title: cutAtWord(hit.title === '' ? domainOf(hit.url) : hit.title, LONGEST_TITLE),
      url: hit.url,
      domain: domainOf(hit.url),
      snippet: cutAtWord(hit.snippet, LONGEST_SNIPPET),
      published_at: hit.publishedAt,
      engine: hit.engine,
    }))
    const lead = found.answers.find(({ source }) => source === results[0]?.engine) ?? found.answers[0]
    if (lead === undefined) throw new Error('a search that succeeded has no answer')
    return {
      source: { ...sourceOf(lead), tried: found.tried.filter(({ problem }) => problem !== 'not_configured') },
      as_of: null,
      query: sent,
      results,
      count: results.length,
      engines: found.engines,
      duplicates_removed: found.duplicates,
      injection_flags: results.flatMap(({ rank, title, snippet }) =>
        findInjection(`${title}\n${snippet}`, []).map(({ rule, excerpt }) => ({ rank, rule, excerpt })),
      ),
      notes: notesOf(found.adult, found.engines),
    }
  },
})

/** What a reader should know of where the results come from. */
function notesOf(adult: number, engines: readonly { name: string; status: string }[]): string[] {
  const answered = engines.filter(({ status }) => status === 'ok').map(({ name }) => name)
  const isSmall = answered.every((name) => SMALL_INDEXES.has(name))
  return [
    ...(adult === 0 ? [] : [`${adult} adult ${adult === 1 ? 'result was' : 'results were'} left out.`]),
    ...(isSmall ? ['No general engine answered: these are from small indexes, which know part of the web only.'] : []),
  ]
}

const SMALL_INDEXES: ReadonlySet<string> = new Set(['Mwmbl', 'Marginalia Search', 'Wikipedia (Action API)'])
