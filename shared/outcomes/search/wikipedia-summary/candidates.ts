import { z } from 'zod'

import type { UpstreamReply } from '#shared/doors/upstreams.ts'

import { actionBody } from '#shared/engines/wikipedia/article.ts'

const MOST = 5

/** What to ask for titles near these words (https://www.mediawiki.org/wiki/API:Opensearch). */
export const searchQuery = (words: string) => ({
  action: 'opensearch',
  format: 'json',
  namespace: 0,
  limit: MOST,
  search: words,
})

const Opensearch = z.tuple([z.string(), z.array(z.string())]).rest(z.unknown())

/** Reads its answer: up to five titles. */
export const readSearch = (reply: UpstreamReply): string[] => Opensearch.parse(actionBody(reply))[1].slice(0, MOST)

/** What to ask for the meanings that a disambiguation page links, with a search that tells the common ones first. */
export const meaningsQuery = (title: string) => ({
  action: 'query',
  format: 'json',
  formatversion: 2,
  prop: 'links',
  plnamespace: 0,
  pllimit: 'max',
  titles: title,
  list: 'search',
  srsearch: bareTitle(title),
  srlimit: 50,
  srinfo: '',
  srprop: '',
})

const titled = z.array(z.object({ title: z.string() }))
const Meanings = z.object({
  query: z.object({
    pages: z.array(z.object({ title: z.string(), links: titled.optional() })).min(1),
    search: titled.optional(),
  }),
})

/**
 * Reads its answer: up to five of the page's links. Links come in alphabetical order, which says nothing, so those that a
 * search for the word finds come first, then those that begin with it.
 */
export function readMeanings(reply: UpstreamReply): string[] {
  const { pages, search = [] } = Meanings.parse(actionBody(reply)).query
  const [page] = pages
  const links = new Set((page?.links ?? []).map(({ title }) => title).filter((title) => title !== page?.title))
  const word = bareTitle(page?.title ?? '').toLowerCase()
  const found = search.map(({ title }) => title).filter((title) => links.has(title))
  const named = [...links].filter((title) => title.toLowerCase().startsWith(word))
  return [...new Set([...found, ...named, ...links])].slice(0, MOST)
}

/** `Mercury` of `Mercury (disambiguation)`; the word in brackets is another one in each language. */
const bareTitle = (title: string) => title.replace(/ \([^()]*\)$/, '')
