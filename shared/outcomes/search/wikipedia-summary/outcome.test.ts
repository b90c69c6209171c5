import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { wikipediaSummary } from './outcome.ts'

const SUMMARY = {
  type: 'standard',
  title: 'Ada Lovelace',
  titles: { canonical: 'Ada_Lovelace', normalized: 'Ada Lovelace', display: '<i>Ada Lovelace</i>' },
  wikibase_item: 'Q7259',
  revision: '1322514460',
  timestamp: '2026-11-17T08:21:44Z',
  description: 'English mathematician (1815–1852)',
  content_urls: { desktop: { page: 'https://en.wikipedia.org/wiki/Ada_Lovelace' } },
  thumbnail: { source: 'https://upload.example/ada.jpg', width: 330, height: 440 },
  extract: 'Augusta Ada King was an English mathematician.',
  extract_html: '<p>…</p>',
}
const PAGE = {
  pageid: 974,
  ns: 0,
  title: 'Ada Lovelace',
  extract: 'Augusta Ada King was an English mathematician.',
  fullurl: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
  description: 'English mathematician (1815–1852)',
  pageprops: { wikibase_item: 'Q7259' },
  revisions: [{ revid: 1_322_514_460, parentid: 1, timestamp: '2026-11-17T08:21:44Z' }],
  thumbnail: { source: 'https://upload.example/ada.jpg', width: 330, height: 440 },
}
const NOT_FOUND = {
  status: 404,
  body: { type: 'https://mediawiki.org/wiki/HyperSwitch/errors/not_found', title: 'Not found.' },
}
const pages = (...all: object[]) => ({ body: { batchcomplete: true, query: { pages: all } } })
const found = (...titles: string[]) => ({ body: ['x', titles, [], []] })

/** Answers by what is asked: the summary, the same article by the Action API, a search, the meanings of a word. */
function wikipedia(says: { summary?: Told; page?: Told; search?: Told; meanings?: Told }) {
  return fakeUpstreams(({ upstream, query = {} }) => {
    if (upstream === 'wikipedia') return says.summary ?? 'unreachable'
    if (query['action'] === 'opensearch') return says.search ?? 'unreachable'
    return (query['list'] === 'search' ? says.meanings : says.page) ?? 'unreachable'
  })
}

async function run(input: object, says: Parameters<typeof wikipedia>[0]) {
  const upstreams = wikipedia(says)
  wikipediaSummary.check?.(wikipediaSummary.input.parse(input))
  // Safe: the outcome's own output schema was applied.
  const answer = (await wikipediaSummary.run(input, fakeContext({ upstreams }))) as Record<string, unknown>
  return { answer, asked: upstreams.asked }
}

const refusal = (input: object) => {
  try {
    wikipediaSummary.check?.(wikipediaSummary.input.parse(input))
    return null
  } catch (error) {
    return error
  }
}

describe('wikipedia-summary: an article that exists', () => {
  test('is answered with its lead, where it is from, its revision and its licence', async () => {
    const { answer, asked } = await run({ title: 'Ada Lovelace' }, { summary: { body: SUMMARY } })
    expect(answer).toEqual({
      source: {
        name: 'wikipedia',
        url: 'https://wikipedia.example/',
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
      extract: 'Augusta Ada King was an English mathematician.',
      url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
      type: 'standard',
      candidates: [],
      wikidata_id: 'Q7259',
      revision: '1322514460 2026-11-17T08:21:44.000Z',
      thumbnail: 'https://upload.example/ada.jpg',
      license: 'CC BY-SA 4.0',
      notes: [],
      source_url: 'https://wikipedia.example/',
      retrieved_at: '2026-11-20T12:00:00.000Z',
      cached: false,
      age_s: 0,
      stale: false,
    })
    expect(asked).toMatchObject([{ upstream: 'wikipedia', fill: { lang: 'en', title: 'Ada_Lovelace' } }])
  })

  test('is the same by the Action API when the first interface fails, and the answer says which failed', async () => {
    const { answer } = await run({ title: 'Ada Lovelace' }, { summary: 'timeout', page: pages(PAGE) })
    const { answer: usual } = await run({ title: 'Ada Lovelace' }, { summary: { body: SUMMARY } })
    const elsewhere = { source: null, source_url: null }
    expect({ ...answer, ...elsewhere }).toEqual({ ...usual, ...elsewhere })
    expect(answer['source']).toMatchObject({
      name: 'wikipedia-api',
      tried: [{ source: 'wikipedia', problem: 'timeout' }],
    })
  })

  test('may be sparse: what an article lacks is null, and a title of its own is no redirect', async () => {
    const { answer } = await run({ title: 'ada' }, { summary: { body: { type: 'no-extract', title: 'Ada' } } })
    expect(answer).toMatchObject({
      found: true,
      title: 'Ada',
      type: 'no-extract',
      redirected_from: null,
      extract: '',
      url: null,
      revision: null,
      as_of: null,
    })
  })

  test('says what was asked when a redirect led to it', async () => {
    const { answer } = await run({ title: 'Countess of Lovelace' }, { summary: { body: SUMMARY } })
    expect(answer).toMatchObject({ title: 'Ada Lovelace', redirected_from: 'Countess of Lovelace' })
  })

  test.each([
    ['__Ada_ Lovelace ', 'Ada_Lovelace'],
    [':Ada Lovelace', 'Ada_Lovelace'],
    ['\u200eAda\u3000Lovelace', 'Ada_Lovelace'],
    ['AC/DC', 'AC/DC'],
  ])('is found by %j, asked as %s', async (title, asked) => {
    const run1 = await run({ title }, { summary: { body: SUMMARY } })
    expect(run1.asked[0]?.fill).toEqual({ lang: 'en', title: asked })
  })
})

describe('wikipedia-summary: an ambiguous title', () => {
  const disambiguation = { ...SUMMARY, type: 'disambiguation', title: 'Mercury', titles: { normalized: 'Mercury' } }
  const links = ['Freddie Mercury', 'HMS Mercury', 'Mercury', 'Mercury (element)', 'Mercury (planet)', 'Quicksilver']
  const meanings = {
    body: {
      query: {
        pages: [{ title: 'Mercury', links: links.map((title) => ({ ns: 0, title })) }],
        search: ['Mercury (planet)', 'Mercury Marine', 'Freddie Mercury'].map((title) => ({ ns: 0, title })),
      },
    },
  }

  test('is answered as ambiguous, with what its page links, the well-known first', async () => {
    const { answer } = await run({ title: 'Mercury' }, { summary: { body: disambiguation }, meanings })
    expect(answer).toMatchObject({
      found: true,
      type: 'disambiguation',
      candidates: ['Mercury (planet)', 'Freddie Mercury', 'Mercury (element)', 'HMS Mercury', 'Quicksilver'],
    })
  })

  test('is known by the Action API too', async () => {
    const page = pages({ ...PAGE, title: 'Mercury', pageprops: { disambiguation: '' } })
    const { answer } = await run({ title: 'Mercury' }, { summary: 'server_error', page, meanings })
    expect(answer).toMatchObject({ type: 'disambiguation', candidates: expect.arrayContaining(['Mercury (element)']) })
  })

  test('stands without candidates when those cannot be had, and says so', async () => {
    const { answer } = await run({ title: 'Mercury' }, { summary: { body: disambiguation } })
    expect(answer).toMatchObject({
      type: 'disambiguation',
      candidates: [],
      notes: [expect.stringContaining('Candidates')],
    })
  })
})

describe('wikipedia-summary: an unknown title', () => {
  test('is a result, with titles that are near', async () => {
    const { answer } = await run({ title: 'Qwxzzy' }, { summary: NOT_FOUND, search: found('Qwerty', 'Quiz') })
    expect(answer).toMatchObject({
      found: false,
      title: 'Qwxzzy',
      type: null,
      url: null,
      extract: '',
      candidates: ['Qwerty', 'Quiz'],
      source: { name: 'wikipedia', tried: [] },
    })
  })

  test.each([
    ['missing', { ns: 0, title: 'Qwxzzy', missing: true }],
    ['invalid', { title: 'Qwxzzy', invalid: true, invalidreason: 'The requested page title contains …' }],
    ['special', { ns: -1, title: 'Special:Random', special: true }],
  ])('is unknown to the Action API as %s', async (_, page) => {
    const { answer } = await run({ title: 'Qwxzzy' }, { summary: 'timeout', page: pages(page), search: found() })
    expect(answer).toMatchObject({ found: false, candidates: [] })
  })

  test.each(['C#', 'A|B', 'x[1]', '<b>', '../x', 'a%20b', 'é'.repeat(128), '\ud800'])(
    '%j can be no title: it is searched for, and no other article is passed off for it',
    async (title) => {
      const { answer, asked } = await run({ title }, { search: found('C Sharp (programming language)') })
      expect(answer).toMatchObject({ found: false, candidates: ['C Sharp (programming language)'] })
      expect(asked.map(({ query }) => query?.['action'])).toEqual(['opensearch'])
    },
  )
})

describe('wikipedia-summary: what is refused', () => {
  test('all sources failing is a refusal that names them', async () => {
    await expect(run({ title: 'Ada' }, { summary: 'timeout', page: 'rate_limited' })).rejects.toMatchObject({
      code: 'upstream_unavailable',
      detail: {
        extra: {
          tried: [
            { source: 'wikipedia', problem: 'timeout' },
            { source: 'wikipedia-api', problem: 'rate_limited' },
          ],
        },
      },
    })
  })

  test('an error inside a 200 is no article', async () => {
    const says = (code: string) => ({
      summary: { body: NOT_FOUND.body },
      page: { body: { error: { code, info: '…' } } },
    })
    await expect(run({ title: 'Ada' }, says('maxlag'))).rejects.toMatchObject({
      detail: { extra: { tried: [{ problem: 'bad_response' }, { problem: 'rate_limited' }] } },
    })
    await expect(run({ title: 'Ada' }, says('internal_api_error_DBQueryError'))).rejects.toMatchObject({
      detail: { extra: { tried: [{ problem: 'bad_response' }, { problem: 'server_error' }] } },
    })
  })

  test.each(['en.evil.com/', 'EN', '', '../', 'x', 'qq', 'klingon'])('the language %j, before any charge', (lang) => {
    expect(refusal({ title: 'x', lang })).not.toBeNull()
  })

  test.each([
    ['en-us', 'did you mean en?'],
    ['qe', 'did you mean'],
  ])('a wrong language %s is told which may be meant', (lang, hint) => {
    expect(refusal({ title: 'x', lang })).toMatchObject({
      code: 'validation_error',
      detail: { detail: [{ loc: ['body', 'lang'], msg: expect.stringContaining(hint) }] },
    })
  })

  test.each(['simple', 'zh-min-nan', 'jp', 'nb'])('the language %s is one', async (lang) => {
    const { answer, asked } = await run({ title: 'Ada', lang }, { summary: { body: SUMMARY } })
    expect(asked[0]?.fill?.['lang']).toBe(answer['lang'])
    expect(answer['lang']).toBe({ jp: 'ja', nb: 'no' }[lang] ?? lang)
  })

  test.each(['', ' ', '_', '::', '\u200e'])('the title %j, before any charge', (title) => {
    expect(refusal({ title })).not.toBeNull()
  })
})

test('wikipedia-summary: whatever Wikipedia answers, it is an answer or a refusal', async () => {
  const told = fc.oneof(
    fc.record({ status: fc.constantFrom(200, 204, 404, 429, 500), body: fc.jsonValue() }),
    fc.record({
      body: fc.record(
        { type: fc.constantFrom('standard', 'disambiguation'), title: fc.jsonValue(), timestamp: fc.jsonValue() },
        { requiredKeys: [] },
      ),
    }),
    fc.record({ body: fc.record({ query: fc.record({ pages: fc.array(fc.jsonValue()), search: fc.jsonValue() }) }) }),
  )
  const title = fc.string({ minLength: 1, maxLength: 255, unit: 'binary' })
  await fc.assert(
    fc.asyncProperty(title, told, told, told, told, async (title, summary, page, search, meanings) => {
      try {
        await run({ title }, { summary, page, search, meanings })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }),
  )
})
