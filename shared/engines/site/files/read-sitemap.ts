import { oneLine } from '../one-line.ts'
import { type MarkupVisitor, walkMarkup } from '../page/walk-markup.ts'

export type SitemapUrl = { url: string; priority: number | null }
export type SitemapText = {
  kind: 'urlset' | 'index' | 'text' | 'invalid'
  /** Entries there are; `urls` keeps the first ones. */
  count: number
  urls: readonly SitemapUrl[]
  /** The sitemaps of an index. */
  sitemaps: readonly string[]
}

const MOST_KEPT = 5_000
const LONGEST_URL = 2_048

/** Reads a sitemap of the sitemaps.org protocol: a urlset, an index of sitemaps, or one URL a line. Never throws. */
export function readSitemap(text: string): SitemapText {
  if (!/<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/i.test(text.slice(0, 4_000))) return readLines(text)
  const urls: SitemapUrl[] = []
  const sitemaps: string[] = []
  let kind: 'urlset' | 'index' = 'urlset'
  let count = 0
  let entry: { url: string; priority: number | null; isSitemap: boolean } | null = null
  let field: string | null = null
  let value = ''
  const visitor: MarkupVisitor = {
    open(name) {
      const tag = local(name)
      if (tag === 'sitemapindex') kind = 'index'
      if (tag === 'url' || tag === 'sitemap') entry = { url: '', priority: null, isSitemap: tag === 'sitemap' }
      // Images and videos of an entry have fields of the same name in namespaces of their own.
      field = name.includes(':') && !name.startsWith('sm:') ? null : tag
      value = ''
    },
    text(piece) {
      if (field !== null && value.length < LONGEST_URL) value += piece
    },
    close(name) {
      const tag = local(name)
      if (entry !== null && tag === field && tag === 'loc' && entry.url === '') entry.url = oneLine(value, LONGEST_URL)
      if (entry !== null && tag === field && tag === 'priority') entry.priority = priorityOf(value)
      if (tag === field) field = null
      if (entry === null || (tag !== 'url' && tag !== 'sitemap')) return
      const { url, priority, isSitemap } = entry
      entry = null
      if (url === '') return
      count += 1
      if (isSitemap && sitemaps.length < 1_000) sitemaps.push(url)
      if (!isSitemap && urls.length < MOST_KEPT) urls.push({ url, priority })
    },
  }
  walkMarkup(text, visitor, { isXml: true })
  return { kind, count, urls, sitemaps }
}

function readLines(text: string): SitemapText {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const isList = lines.length > 0 && lines.every((line) => line.length <= LONGEST_URL && /^https?:\/\/\S+$/.test(line))
  if (!isList) return { kind: 'invalid', count: 0, urls: [], sitemaps: [] }
  const urls = lines.slice(0, MOST_KEPT).map((url) => ({ url, priority: null }))
  return { kind: 'text', count: lines.length, urls, sitemaps: [] }
}

const local = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase()

function priorityOf(text: string): number | null {
  const value = Number.parseFloat(text)
  return value >= 0 && value <= 1 ? value : null
}
