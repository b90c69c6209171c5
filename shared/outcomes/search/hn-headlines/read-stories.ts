import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

export type StoryType = 'story' | 'ask' | 'show' | 'job' | 'poll'

export type Story = {
  id: number
  title: string
  /** Null for a post that is its own text. */
  url: string | null
  score: number
  comments: number
  by: string | null
  /** ISO 8601. */
  postedAt: string
  type: StoryType
}

const text = z.string().nullish()
const count = z.number().int().nonnegative().nullish()

/** Ids as the API lists them, best first; an error is an object with 200 or 401. */
export function readIds(reply: UpstreamReply): number[] {
  return z.array(z.number().int().positive()).parse(reply.json())
}

/** https://github.com/HackerNews/API, an item. */
const Item = z.object({
  id: z.number().int(),
  type: z.string(),
  title: text,
  url: text,
  score: count,
  descendants: count,
  by: text,
  time: z.number(),
  deleted: z.boolean().nullish(),
  dead: z.boolean().nullish(),
})

/** Reads an item. Null: there is none, or it was deleted, or is no story. */
export function readItem(reply: UpstreamReply): Story | null {
  const body = reply.json()
  if (body === null) return null
  if (typeof body === 'object' && 'error' in body) throw new UpstreamError('bad_response', 'it answered with an error')
  const item = Item.parse(body)
  const title = (item.title ?? '').trim()
  if (item.deleted === true || item.dead === true || title === '') return null
  if (!['story', 'job', 'poll'].includes(item.type)) return null
  return {
    id: item.id,
    title,
    url: webUrl(item.url),
    score: item.score ?? 0,
    comments: item.descendants ?? 0,
    by: item.by ?? null,
    postedAt: new Date(item.time * 1_000).toISOString(),
    type: typeOf(item.type, title),
  }
}

/** https://hn.algolia.com/api, a search. */
const Answer = z.object({
  hits: z.array(
    z.object({
      objectID: z.string(),
      title: text,
      url: text,
      author: text,
      points: count,
      num_comments: count,
      created_at_i: z.number(),
      _tags: z.array(z.string()).nullish(),
    }),
  ),
})

/** Reads a search of Algolia: stories in its order. */
export function readAlgolia(reply: UpstreamReply): Story[] {
  return Answer.parse(reply.json()).hits.flatMap(({ _tags: tags, ...hit }) => {
    const id = Number(hit.objectID)
    const title = (hit.title ?? '').trim()
    if (!Number.isSafeInteger(id) || title === '') return []
    const kind = (tags ?? []).find((tag) => tag === 'job' || tag === 'poll') ?? 'story'
    return [
      {
        id,
        title,
        url: webUrl(hit.url),
        score: hit.points ?? 0,
        comments: hit.num_comments ?? 0,
        by: hit.author ?? null,
        postedAt: new Date(hit.created_at_i * 1_000).toISOString(),
        type: typeOf(kind, title),
      },
    ]
  })
}

function typeOf(kind: string, title: string): StoryType {
  if (kind === 'job' || kind === 'poll') return kind
  if (/^ask hn\b/i.test(title)) return 'ask'
  return /^show hn\b/i.test(title) ? 'show' : 'story'
}

function webUrl(link: string | null | undefined): string | null {
  const url = URL.parse(link ?? '')
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}
