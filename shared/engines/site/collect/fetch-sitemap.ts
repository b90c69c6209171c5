import { nullIfRefused } from '#shared/errors.ts'
import type { OutcomeContext } from '#shared/doors/context.ts'

import type { SitemapUrl } from '../files/read-sitemap.ts'
import { isSameSite } from '../same-site.ts'
import { fetchText, isThere } from './fetch-text.ts'

export type SitemapFile = {
  /** The sitemap that was found, else where it would be. */
  url: string
  found: boolean
  /** robots.txt names it. */
  announced: boolean
  kind: 'urlset' | 'index' | 'text' | 'invalid' | null
  /** Entries read, those of an index's first sitemaps included. */
  count: number
  /** Sitemaps that an index names, and how many of them were read. */
  children: number
  childrenRead: number
  /** Entries that lead to other sites. */
  foreign: number
  /** The entries of the site itself that matter most: by priority, then in order. */
  urls: readonly SitemapUrl[]
}

const MOST_BYTES = 4_000_000
const MOST_CHILDREN = 3
const MOST_TRIED = 3
const MOST_KEPT = 200

/** Finds the site's sitemap: where robots.txt says, else at /sitemap.xml; of an index the first ones are read too. */
export async function fetchSitemap(
  { egress, compute, signal }: Pick<OutcomeContext, 'egress' | 'compute' | 'signal'>,
  origin: string,
  announced: readonly string[],
): Promise<SitemapFile> {
  const own = announced.flatMap((text) => URL.parse(text, origin)?.href ?? []).filter((url) => isSameSite(url, origin))
  const places = own.length > 0 ? own.slice(0, MOST_TRIED) : [`${origin}/sitemap.xml`]
  const isAnnounced = own.length > 0
  const nothing = { count: 0, children: 0, childrenRead: 0, foreign: 0, urls: [] }
  const [first = `${origin}/sitemap.xml`] = places
  for (const place of places) {
    const file = await fetchText(egress, place, { mostBytes: MOST_BYTES, signal })
    if (!isThere(file)) continue
    const map = await compute('readSitemap', file.text, { signal })
    const there = { url: file.url, found: true, announced: isAnnounced, kind: map.kind }
    if (map.kind !== 'index') return { ...there, ...nothing, ...kept(map.urls, map.count, origin) }
    const children = map.sitemaps.filter((url) => isSameSite(url, origin)).slice(0, MOST_CHILDREN)
    const read = async (url: string) => {
      const child = await fetchText(egress, url, { mostBytes: MOST_BYTES, signal })
      return isThere(child) ? compute('readSitemap', child.text, { signal }) : null
    }
    const maps = (await Promise.all(children.map((url) => read(url).catch(nullIfRefused)))).filter(
      (one) => one !== null,
    )
    const urls = maps.flatMap((child) => child.urls)
    const count = maps.reduce((sum, child) => sum + child.count, 0)
    return { ...there, children: map.count, childrenRead: maps.length, ...kept(urls, count, origin) }
  }
  return { url: first, found: false, announced: isAnnounced, kind: null, ...nothing }
}

function kept(urls: readonly SitemapUrl[], count: number, origin: string) {
  const own = urls.filter(({ url }) => isSameSite(url, origin))
  const ranked = own.toSorted((a, b) => (b.priority ?? 0.5) - (a.priority ?? 0.5))
  return { count, foreign: urls.length - own.length, urls: ranked.slice(0, MOST_KEPT) }
}
