import { z } from 'zod'

import { UpstreamError, type UpstreamReply } from '#shared/doors/upstreams.ts'

export type ArticleType = 'standard' | 'disambiguation' | 'no-extract'

/** Facts on an article, from either interface of Wikipedia. */
export type Article = {
  /** Canonical, after redirects, with spaces. */
  title: string
  type: ArticleType
  description: string | null
  /** The lead as plain text; empty when there is none. */
  extract: string
  url: string | null
  wikidataId: string | null
  revision: string | null
  /** When that revision was saved, ISO 8601. */
  revisedAt: string | null
  thumbnail: string | null
}

const text = z.string().nullish()
const image = z.object({ source: z.string() }).nullish()

/** https://www.mediawiki.org/wiki/Specs/Summary/1.5.0 */
const Summary = z.object({
  type: z.enum(['standard', 'disambiguation', 'no-extract', 'mainpage']),
  title: z.string(),
  titles: z.object({ normalized: text }).nullish(),
  description: text,
  extract: text,
  content_urls: z.object({ desktop: z.object({ page: text }).nullish() }).nullish(),
  wikibase_item: text,
  revision: z.union([z.string(), z.number()]).nullish(),
  timestamp: text,
  thumbnail: image,
})

/** Reads GET /api/rest_v1/page/summary/{title}. Null: the page does not exist. */
export function readSummary(reply: UpstreamReply): Article | null {
  const body = reply.json()
  if (reply.status === 404) return null
  const summary = Summary.parse(body)
  return {
    title: summary.titles?.normalized ?? summary.title,
    type: summary.type === 'mainpage' ? 'no-extract' : summary.type,
    description: summary.description ?? null,
    extract: summary.extract ?? '',
    url: summary.content_urls?.desktop?.page ?? null,
    wikidataId: summary.wikibase_item ?? null,
    revision: summary.revision?.toString() ?? null,
    revisedAt: isoOf(summary.timestamp),
    thumbnail: summary.thumbnail?.source ?? null,
  }
}

/** https://www.mediawiki.org/wiki/API:Query, formatversion 2. */
const Page = z.object({
  title: z.string(),
  missing: z.boolean().optional(),
  invalid: z.boolean().optional(),
  special: z.boolean().optional(),
  description: text,
  extract: text,
  fullurl: text,
  pageprops: z.object({ disambiguation: z.string().optional(), wikibase_item: text }).nullish(),
  revisions: z.array(z.object({ revid: z.number(), timestamp: text })).nullish(),
  thumbnail: image,
})
const Pages = z.object({ query: z.object({ pages: z.array(Page).min(1) }) })

/** Query of the Action API for the same article. */
export const pageQuery = (title: string) => ({
  action: 'query',
  format: 'json',
  formatversion: 2,
  prop: 'extracts|pageprops|pageimages|info|description|revisions',
  exintro: 1,
  explaintext: 1,
  ppprop: 'disambiguation|wikibase_item',
  piprop: 'thumbnail',
  pithumbsize: 330,
  inprop: 'url',
  rvprop: 'ids|timestamp',
  redirects: 1,
  titles: title,
})

/** Reads the answer of the Action API. Null: the page does not exist. */
export function readPage(reply: UpstreamReply): Article | null {
  const { query } = Pages.parse(actionBody(reply))
  const [page] = query.pages
  if (page === undefined || page.missing === true || page.invalid === true || page.special === true) return null
  const [revision] = page.revisions ?? []
  const extract = page.extract ?? ''
  return {
    title: page.title,
    type: page.pageprops?.disambiguation !== undefined ? 'disambiguation' : extract === '' ? 'no-extract' : 'standard',
    description: page.description ?? null,
    extract,
    url: page.fullurl ?? null,
    wikidataId: page.pageprops?.wikibase_item ?? null,
    revision: revision === undefined ? null : String(revision.revid),
    revisedAt: isoOf(revision?.timestamp),
    thumbnail: page.thumbnail?.source ?? null,
  }
}

const ActionError = z.object({ error: z.object({ code: z.string() }) })

/** A body of the Action API. It answers 200 to everything, so an error shows in the body only. */
export function actionBody(reply: UpstreamReply): unknown {
  const body = reply.json()
  const failed = ActionError.safeParse(body)
  if (!failed.success) return body
  const code = failed.data.error.code.slice(0, 60)
  const problem = /^(?:ratelimited|maxlag)$/.test(code) ? 'rate_limited' : 'server_error'
  throw new UpstreamError(problem, `it answered 200 with the error ${code}`)
}

function isoOf(timestamp: string | null | undefined): string | null {
  const at = new Date(timestamp ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
