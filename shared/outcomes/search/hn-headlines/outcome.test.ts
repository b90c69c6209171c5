import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { readAlgolia, readItem } from './read-stories.ts'

import { fakeUpstreams, type Told } from '#test/support/fakes/fake-doors.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { attempt } from '#test/support/attempt.ts'
import { hnHeadlines } from './outcome.ts'

const item = (id: number, more: object = {}) => ({
  id,
  type: 'story',
  by: 'a',
  title: `Story ${id}`,
  url: `https://www.e${id}.test/`,
  score: id,
  descendants: 2,
  time: 1_175_714_200,
  ...more,
})
type Answer = {
  stories: { id: number; rank: number; type: string; url: string | null; domain: string | null }[]
  count: number
  feed: string
  notes: string[]
  source: unknown
}

async function run(input: object, list: Told, items: (id: number) => Told, algolia: Told = 'unreachable') {
  const upstreams = fakeUpstreams(({ upstream, path, fill }) => {
    if (upstream === 'hn-algolia') return algolia
    return path.includes('item') ? items(Number(fill?.['id'])) : list
  })
  // Safe: the outcome's own schema made it.
  const answer = (await hnHeadlines.run(input, fakeContext({ upstreams }))) as Answer
  return { answer, asked: upstreams.asked }
}
const ids = (...all: number[]) => ({ body: all })
const ALL = (id: number): Told => ({ body: item(id) })

describe('hn-headlines: a list of stories', () => {
  test('is the front page, ten of it, unless another is wanted', async () => {
    const { answer, asked } = await run({}, ids(...Array.from({ length: 40 }, (_, index) => index + 1)), ALL)
    expect(answer).toMatchObject({ feed: 'top', count: 10, notes: [] })
    expect(asked[0]?.path).toBe('/v0/topstories.json')
    expect(asked).toHaveLength(11)
    expect((await run({ feed: 'best', limit: 1 }, ids(1), ALL)).asked[0]?.path).toBe('/v0/beststories.json')
  })

  test('passes over what is gone', async () => {
    const { answer } = await run({ feed: 'top', limit: 2 }, ids(1, 2, 3), (id) => ({
      body: id === 1 ? null : item(id),
    }))
    expect(answer.stories.map(({ rank, id }) => [rank, id])).toEqual([
      [1, 2],
      [2, 3],
    ])
    const dead = await run({ limit: 3 }, ids(1, 2, 3, 4), (id) => ({
      body: id === 1 ? item(1, { dead: true }) : id === 2 ? { id: 2, type: 'story', deleted: true, time: 1 } : item(id),
    }))
    expect(dead.answer.stories.map(({ id }) => id)).toEqual([3, 4])
  })

  test('knows what kind a story is', async () => {
    const kinds: Record<number, object> = {
      1: { title: 'Ask HN: why?', url: undefined, text: 'x' },
      2: { title: 'Show HN: me' },
      3: { type: 'job' },
      4: { type: 'poll', url: 'javascript:alert(1)' },
      5: { title: 'Asking HN' },
    }
    const { answer } = await run({ limit: 5 }, ids(1, 2, 3, 4, 5), (id) => ({ body: item(id, kinds[id]) }))
    expect(answer.stories).toMatchObject([
      { type: 'ask', url: null, domain: null, hn_url: 'https://news.ycombinator.com/item?id=1' },
      { type: 'show', domain: 'e2.test' },
      { type: 'job' },
      { type: 'poll', url: null },
      { type: 'story', posted_at: '2007-04-04T19:16:40.000Z' },
    ])
  })

  test('goes on without an item that cannot be read, and says so', async () => {
    const { answer } = await run({ limit: 2 }, ids(1, 2, 3), (id) => (id === 2 ? 'timeout' : { body: item(id) }))
    expect(answer.stories.map(({ id }) => id)).toEqual([1, 3])
    expect(answer.notes).toEqual([expect.stringContaining('1 story')])
  })
})

describe('hn-headlines: the other source', () => {
  const algolia = {
    body: {
      hits: [
        {
          objectID: '8863',
          title: 'Dropbox',
          url: 'http://www.getdropbox.com/',
          author: 'dhouston',
          points: 111,
          num_comments: 71,
          created_at_i: 1_175_714_200,
          _tags: ['story', 'front_page'],
        },
        { objectID: 'x', title: 'odd', created_at_i: 1 },
      ],
    },
  }

  test.each<[string, Told, (id: number) => Told]>([
    ['a list that does not come', 'timeout', ALL],
    ['an error in place of the list', { body: { error: 'Permission denied' } }, ALL],
    ['items of which none comes', ids(1, 2), () => 'server_error'],
  ])('stands in for %s', async (_what, list, items) => {
    const { answer } = await run({ limit: 1 }, list, items, algolia)
    expect(answer).toMatchObject({
      stories: [{ id: 8_863, score: 111, comments: 71, by: 'dhouston' }],
      source: { name: 'hn-algolia', tried: [{ source: 'hacker-news' }] },
    })
  })

  test('has no list of the best, so that fails, and so does all when neither answers', async () => {
    await expect(run({ feed: 'best' }, 'timeout', ALL, algolia)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    await expect(run({ feed: 'best' }, ids(1), () => 'timeout', algolia)).rejects.toMatchObject({
      code: 'upstream_unavailable',
    })
    await expect(run({}, 'timeout', ALL)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

test.each([{ feed: 'new', limit: 31 }, { feed: 'worst' }, { limit: 0 }])(
  'hn-headlines: %j is a wrong field',
  (input) => {
    expect(hnHeadlines.input.safeParse(input).success).toBe(false)
  },
)

test('hn-headlines: any JSON is a story, none, or refused', () => {
  const reply = (body: unknown) => ({ status: 200, text: () => '', json: () => body })
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({ id: fc.integer(), type: fc.constant('story'), title: fc.jsonValue(), time: fc.double() }),
      ),
      (body) => {
        for (const read of [readItem, readAlgolia]) {
          const story = attempt(() => read(reply(body)))
          expect(story instanceof Error ? story.name : 'none').toMatch(/^(?:none|ZodError|UpstreamError|RangeError)$/)
        }
      },
    ),
  )
})
