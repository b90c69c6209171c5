import { describe, expect, test } from 'vitest'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { newsHeadlines } from './outcome.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const ago = (hours: number) => new Date(NOW - hours * 3_600_000).toUTCString()
type Item = { title: string; hours?: number; source?: string; link?: string; date?: string }
const rss = (items: Item[]) => ({
  body: `<rss version="2.0"><channel><title>"x" - Google News</title>${items
    .map(
      ({ title, hours = 1, source, link = `https://news.google.com/rss/articles/${title.length}-${hours}`, date }) =>
        `<item><title>${title}${source === undefined ? '' : ` - ${source}`}</title><link>${link}</link><pubDate>${date ?? ago(hours)}</pubDate>${source === undefined ? '' : `<source url="https://${source}.test">${source}</source>`}</item>`,
    )
    .join('')}</channel></rss>`,
})

type Says = Partial<Record<'google-news' | 'bing-news' | 'gdelt', Told>>
type Headline = {
  title: string
  publisher: string
  also_reported_by: string[]
  cluster_size: number
  age_hours: number
  url: string
}
type Answer = { headlines: Headline[]; count: number; source: { name: string }; dropped: unknown; window: unknown }

async function run(says: Says, input: object = {}) {
  const upstreams = fakeUpstreams(({ upstream }) => says[upstream as keyof Says] ?? 'unreachable')
  const body = { query: 'x', ...input }
  newsHeadlines.check?.(newsHeadlines.input.parse(body))
  // Safe: the outcome's own schema made it.
  const answer = (await newsHeadlines.run(body, fakeContext({ upstreams }))) as Answer
  return { answer, asked: upstreams.asked }
}

describe('news-headlines: headlines', () => {
  test('of one story appear once; the earliest stands for it, the others are named', async () => {
    const { answer } = await run({
      'google-news': rss([
        { title: 'Acme ships rocket to Mars', hours: 1, source: 'Later' },
        { title: 'Acme ships a rocket to Mars', hours: 5, source: 'First' },
        { title: 'Rain in the north', hours: 2, source: 'Later' },
      ]),
    })
    expect(answer).toMatchObject({
      count: 2,
      headlines: [
        { title: 'Rain in the north', publisher: 'Later', also_reported_by: [], cluster_size: 1, age_hours: 2 },
        {
          title: 'Acme ships a rocket to Mars',
          publisher: 'First',
          also_reported_by: ['Later'],
          cluster_size: 2,
          age_hours: 5,
        },
      ],
      window: { from: '2026-11-20T07:00:00.000Z', to: '2026-11-20T10:00:00.000Z' },
      source: { name: 'google-news' },
    })
  })

  test('without a date that can be read, or older than wanted, are dropped and counted', async () => {
    const items = [
      { title: 'Old story about tides', hours: 30 * 24 },
      { title: 'No date on this one', date: 'yesterday-ish' },
      { title: 'Fresh story about winds' },
    ]
    const { answer } = await run({ 'google-news': rss(items) })
    expect(answer).toMatchObject({ count: 1, dropped: { undated: 1, too_old: 1 } })
    expect((await run({ 'google-news': rss(items) }, { max_age_hours: 720 })).answer.count).toBe(2)
  })

  test('of an empty feed are none, and that is a result', async () => {
    expect((await run({ 'google-news': rss([]) }, { query: 'zzzzqq' })).answer).toMatchObject({
      count: 0,
      headlines: [],
      window: { from: null, to: null },
    })
  })

  test('are no more than wanted, and asked in the language', async () => {
    const { answer, asked } = await run(
      {
        'google-news': rss(
          Array.from({ length: 12 }, (_, index) => ({
            title: `Story number ${index} of ${'abcdefghijkl'.charAt(index)}`,
            hours: index + 1,
          })),
        ),
      },
      { limit: 2, lang: 'de-AT' },
    )
    expect(answer.count).toBe(2)
    expect(asked[0]?.query).toMatchObject({ hl: 'de', gl: 'DE', ceid: 'DE:de', q: 'x when:7d' })
  })

  test('keep a dash that belongs to them', async () => {
    const { answer } = await run({
      'google-news': rss([{ title: 'Talks fail - again - as leaders walk out of the long summit' }]),
    })
    expect(answer.headlines[0]).toMatchObject({
      title: 'Talks fail - again - as leaders walk out of the long summit',
      publisher: null,
    })
  })
})

describe('news-headlines: sources', () => {
  const bing = {
    body: `<rss version="2.0" xmlns:News="https://www.bing.com/news/search?q=x"><channel><item><title>Forbes says so</title>
      <link>http://www.bing.com/news/apiclick.aspx?ref=FexRss&amp;aid=&amp;url=https%3a%2f%2fforbes.test%2fstory%3futm_source%3dx&amp;c=1</link>
      <pubDate>${ago(3)}</pubDate><News:Source>Forbes</News:Source></item></channel></rss>`,
  }

  test.each<[string, Told]>([
    ['a consent page', { body: '<html><form action="https://consent.google.com">' }],
    ['a limit', 'rate_limited'],
    ['a document type', { body: '<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel/></rss>' }],
    ['JSON', { body: { error: 'no' } }],
  ])('%s of the first leads to the second, whose links are unwrapped', async (_what, told) => {
    const { answer } = await run({ 'google-news': told, 'bing-news': bing })
    expect(answer).toMatchObject({
      headlines: [{ title: 'Forbes says so', url: 'https://forbes.test/story', publisher: 'Forbes' }],
      source: { name: 'bing-news', tried: [{ source: 'google-news' }] },
    })
  })

  test('the third is GDELT', async () => {
    const gdelt = {
      body: {
        articles: [
          { url: 'https://blic.test/a', title: 'Seen  there', seendate: '20261120T090000Z', language: 'English' },
          { url: 'javascript:1', title: 'x' },
        ],
      },
    }
    const { answer, asked } = await run({ gdelt }, { lang: 'de' })
    expect(answer.headlines).toMatchObject([{ title: 'Seen there', publisher: 'blic.test', age_hours: 3 }])
    expect(asked.at(-1)?.query).toMatchObject({ query: 'x sourcelang:german', timespan: '168h' })
    expect((await run({ gdelt: { body: {} } })).answer.count).toBe(0)
    await expect(run({ gdelt: { body: { error: 'Internal error' } } })).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
  })

  test.each([
    ['Please limit requests to one every 5 seconds or contact us.', 'rate_limited'],
    ['Your query was too short or too long.', 'bad_response'],
  ])('a sentence in place of data is no answer: %s', async (body, problem) => {
    await expect(run({ gdelt: { body } })).rejects.toMatchObject({
      code: 'upstream_unavailable',
      detail: { extra: { tried: [{ source: 'google-news' }, { source: 'bing-news' }, { source: 'gdelt', problem }] } },
    })
  })
})

test.each([{ limit: 21 }, { limit: 0 }, { max_age_hours: 721 }, { query: '' }])(
  'news-headlines: %j is a wrong field',
  (input) => {
    expect(newsHeadlines.input.safeParse({ query: 'x', ...input }).success).toBe(false)
  },
)

test('news-headlines: a language nobody has news in, and a topic of nothing, are wrong fields', () => {
  expect(() => newsHeadlines.check?.(newsHeadlines.input.parse({ query: 'x', lang: 'tlh' }))).toThrow('One field')
  expect(() => newsHeadlines.check?.(newsHeadlines.input.parse({ query: '  ' }))).toThrow('One field')
})
