import { Refusal } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'
import type { UpstreamAnswer, UpstreamQuestion } from '#shared/doors/upstreams.ts'

import { readAlgolia, readIds, readItem, type Story } from './read-stories.ts'

export type HnFeed = 'top' | 'new' | 'best'
type Answer = Omit<UpstreamAnswer<unknown>, 'value'>
export type StoryList = {
  /** Of the list, which says which stories there are and in which order. */
  answer: Answer
  stories: Story[]
  /** Items that could not be read, in whose place the next ones stand. */
  missed: number
}

const TTL_S = 120
const LIST_MS = 4_000
const ITEMS_MS = 5_000
const ALGOLIA_MS = 4_000
/** Items are asked for so many at a time. */
const TOGETHER = 10
/** Ids past the wanted ones that are looked at when items are gone. */
const SPARE = 30

type Doors = Pick<OutcomeContext, 'upstreams' | 'signal'>

/**
 * The first stories of a list of Hacker News: its own API, item by item; for `top` and `new` Algolia's search when that
 * does not answer. Throws Refusal `upstream_unavailable` when neither does.
 */
export async function listStories(feed: HnFeed, limit: number, doors: Doors): Promise<StoryList> {
  let tried: Answer['tried'] = []
  try {
    const list = await doors.upstreams.ask(listQuestion(feed), { signal: doors.signal, withinMs: LIST_MS })
    const { stories, missed } = await readItems(list.value.slice(0, limit + SPARE), limit, doors)
    if (stories.length > 0 || missed === 0) return { answer: list, stories, missed }
    tried = [{ source: 'hacker-news', problem: 'server_error' }]
  } catch (error) {
    if (!(error instanceof Refusal) || feed === 'best') throw error
    tried = triedOf(error)
  }
  if (feed === 'best') {
    throw new Refusal(
      'upstream_unavailable',
      'Hacker News lists its stories but does not give them; nothing was charged.',
      {
        retryAfterS: 5,
        fix: { action: 'Send the call again in 5 s or later.' },
        extra: { tried },
      },
    )
  }
  const found = await doors.upstreams.ask(algoliaQuestion(feed), { signal: doors.signal, withinMs: ALGOLIA_MS })
  return { answer: { ...found, tried: [...tried, ...found.tried] }, stories: found.value.slice(0, limit), missed: 0 }
}

/** The wanted number of stories of these ids, in their order; ids that are no story are passed over. */
async function readItems(ids: readonly number[], limit: number, { upstreams, signal }: Doors) {
  const until = performance.now() + ITEMS_MS
  const stories: Story[] = []
  let missed = 0
  for (let from = 0; from < ids.length && stories.length < limit;) {
    const batch = ids.slice(from, from + Math.min(TOGETHER, Math.max(limit - stories.length, 1)))
    from += batch.length
    const withinMs = until - performance.now()
    if (withinMs < 200) return { stories, missed: missed + batch.length }
    const read = await Promise.all(
      batch.map(async (id) => {
        try {
          return (await upstreams.ask(itemQuestion(id), { signal, withinMs })).value
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          return 'missed' as const
        }
      }),
    )
    missed += read.filter((one) => one === 'missed').length
    stories.push(...read.filter((one) => one !== null && one !== 'missed'))
  }
  return { stories: stories.slice(0, limit), missed }
}

const listQuestion = (feed: HnFeed): UpstreamQuestion<number[]> => ({
  upstream: 'hacker-news',
  path: `/v0/${feed}stories.json`,
  ttlS: TTL_S,
  read: readIds,
})

export const itemQuestion = (id: number): UpstreamQuestion<Story | null> => ({
  upstream: 'hacker-news',
  path: '/v0/item/{id}.json',
  fill: { id: String(id) },
  ttlS: TTL_S,
  read: readItem,
})

export const algoliaQuestion = (feed: 'top' | 'new'): UpstreamQuestion<Story[]> => ({
  upstream: 'hn-algolia',
  path: feed === 'top' ? '/api/v1/search' : '/api/v1/search_by_date',
  query: { tags: feed === 'top' ? 'front_page' : 'story', hitsPerPage: 30 },
  ttlS: TTL_S,
  read: readAlgolia,
})

function triedOf({ detail }: Refusal): Answer['tried'] {
  const tried = detail.extra?.['tried']
  // Safe: the upstreams door is the only one that throws here, and lists its sources so.
  return Array.isArray(tried) ? (tried as Answer['tried']) : []
}
