import { z } from 'zod'

import { suggestLanguages, wikipediaOf } from './language.ts'
import { articleSources, meaningsQuestion, searchQuestion } from './questions.ts'
import { isPossibleTitle, normalTitle } from './title.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import { defineOutcome } from '#shared/outcomes/define.ts'
import type { UpstreamAnswer } from '#shared/doors/upstreams.ts'
import { Source, sourceOf } from '#shared/outcomes/lib/source.ts'

/** Together below the time limit: first the article, then the candidates. */
const ARTICLE_MS = 5_300
const CANDIDATES_MS = 2_000
const LICENSE = 'CC BY-SA 4.0'
const BAD_TITLE =
  'No article can have this title: it is too long, or has characters that Wikipedia does not allow in one.'

const NOT_FOUND = {
  as_of: null,
  found: false,
  redirected_from: null,
  description: null,
  extract: '',
  url: null,
  type: null,
  wikidata_id: null,
  revision: null,
  thumbnail: null,
  license: LICENSE,
}

export const wikipediaSummary = defineOutcome({
  slug: 'wikipedia-summary',
  title: 'Wikipedia summary',
  description:
    'Lead of a Wikipedia article as plain text, in any of its languages, with revision and licence. An ambiguous or unknown title is answered as such, with candidates.',
  cents: 1,
  impulse: true,
  types: {
    takes: { title: 'topic', lang: 'wiki-language' },
    gives: { extract: 'text', url: 'url' },
    also: { title: 'title', description: 'text' },
  },
  input: () =>
    z.object({
      title: z.string().min(1).max(255).describe('article title; redirects are followed'),
      lang: z
        .string()
        .regex(/^(?:simple|[a-z]{2,3}(?:-[a-z]+)*)$/, 'String should be the code of a Wikipedia, such as en or zh-yue')
        .max(20)
        .default('en')
        .describe('wiki language code'),
    }),
  output: () =>
    z.object({
      source: Source,
      as_of: z.string().nullable().describe('when the revision was saved, ISO 8601'),
      found: z.boolean().describe('an article was found'),
      lang: z.string().describe('the Wikipedia that was asked'),
      title: z.string().describe('canonical, after redirects; as asked when there is none'),
      redirected_from: z.string().nullable().describe('what was asked, where a redirect led elsewhere'),
      description: z.string().nullable(),
      extract: z.string().describe('plain text lead; empty when there is none'),
      url: z.string().nullable(),
      type: z.enum(['standard', 'disambiguation', 'no-extract']).nullable(),
      candidates: z.array(z.string()).describe('up to five titles, for an ambiguous or unknown one'),
      wikidata_id: z.string().nullable(),
      revision: z.string().nullable().describe('revision id and when it was saved'),
      thumbnail: z.string().nullable(),
      license: z.string(),
      notes: z.array(z.string()),
    }),
  example: {
    input: { title: 'Ada Lovelace' },
    output: {
      source: {
        name: 'Wikipedia',
        url: 'https://en.wikipedia.org/api/rest_v1/page/summary/Ada_Lovelace',
        fetched_at: '2026-11-20T12:00:00.000Z',
        cached: false,
        cache_age_s: 0,
        stale: false,
        tried: [],
      },
      as_of: '2026-11-17T08:21:44.000Z',
      found: true,
      lang: 'en',
      title: 'Ada Lovelace',
      redirected_from: null,
      description: 'English mathematician (1815–1852)',
      extract:
        'Augusta Ada King, Countess of Lovelace, was an English mathematician and writer chiefly known for her work on the Analytical Engine.',
      url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
      type: 'standard',
      candidates: [],
      wikidata_id: 'Q7259',
      revision: '1322514460 2026-11-17T08:21:44.000Z',
      thumbnail: null,
      license: LICENSE,
      notes: [],
    },
  },
  check({ title, lang }) {
    if (normalTitle(title) === '') {
      throw invalidFields({ path: ['title'], msg: 'Value error, there is no title in it', input: title })
    }
    if (wikipediaOf(lang) !== null) return
    const near = suggestLanguages(lang)
    const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
    throw invalidFields({ path: ['lang'], msg: `Value error, there is no Wikipedia of this code${hint}`, input: lang })
  },
  async run({ title: asked, lang: code }, { upstreams, signal }) {
    const lang = wikipediaOf(code) ?? code
    const title = normalTitle(asked)
    const search = () => upstreams.ask(searchQuestion(lang, title), { signal, withinMs: CANDIDATES_MS })
    if (!isPossibleTitle(title)) {
      const answer = await search()
      return { ...NOT_FOUND, source: sourceOf(answer), lang, title, candidates: answer.value, notes: [BAD_TITLE] }
    }

    const answer = await upstreams.ask(articleSources(lang, title), { signal, withinMs: ARTICLE_MS })
    const source = sourceOf(answer)
    const article = answer.value
    if (article === null) return { ...NOT_FOUND, source, lang, title, ...(await ifAnswered(search())) }

    const meanings = () => upstreams.ask(meaningsQuestion(lang, article.title), { signal, withinMs: CANDIDATES_MS })
    return {
      source,
      as_of: article.revisedAt,
      found: true,
      lang,
      title: article.title,
      redirected_from: isSameTitle(title, article.title) ? null : title,
      description: article.description,
      extract: article.extract,
      url: article.url,
      type: article.type,
      wikidata_id: article.wikidataId,
      revision: [article.revision, article.revisedAt].filter((part) => part !== null).join(' ') || null,
      thumbnail: article.thumbnail,
      license: LICENSE,
      ...(article.type === 'disambiguation' ? await ifAnswered(meanings()) : { candidates: [], notes: [] }),
    }
  },
})

/** Candidates are a help, not the answer: without them it stands. */
async function ifAnswered(asked: Promise<UpstreamAnswer<string[]>>) {
  try {
    return { candidates: (await asked).value, notes: [] }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { candidates: [], notes: ['Candidates could not be looked up just now.'] }
  }
}

/** Wikipedia makes the first letter a capital by itself; that is no redirect. */
const isSameTitle = (asked: string, found: string) =>
  asked === found || asked.slice(0, 1).toLocaleUpperCase('en') + asked.slice(1) === found
