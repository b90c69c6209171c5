import { webUrl } from './page-facts.ts'
import { type PageLink, siteOf } from './page-links.ts'

const MAX_LINKS = 500
const IMAGE = /!\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g
const LINK = /(?<!!)\[([^\]\n]{1,500})\]\(\s*<?([^\s)>]{1,2000})>?[^)\n]{0,300}\)/g

/** Markdown a server gave as such: kept as it is, but for images and links that are not wanted. */
export function readMarkdown(text: string, request: { url: string; includeLinks: boolean; includeImages: boolean }) {
  const whole = text.replace(/\r\n?/g, '\n').trim()
  const hidden = [...whole.matchAll(/<!--([^]{0,20000}?)-->/g)].map(([, comment = '']) => comment.trim())
  const shown = whole.replace(/<!--[^]{0,20000}?-->/g, '')
  const pictured = request.includeImages ? shown : shown.replace(IMAGE, '')
  return {
    title: /^# +(.{1,500})$/m.exec(shown)?.[1]?.trim() ?? '',
    markdown: request.includeLinks ? pictured : pictured.replace(LINK, '$1'),
    links: linksIn(shown, request.url),
    hidden,
  }
}

function linksIn(markdown: string, base: string): PageLink[] {
  const links = new Map<string, PageLink>()
  for (const [, text = '', href = ''] of markdown.matchAll(LINK)) {
    const url = href.startsWith('#') ? undefined : webUrl(href, base)
    if (url === undefined || links.has(url)) continue
    links.set(url, { text: text.slice(0, 200), url, internal: siteOf(url) === siteOf(base) })
    if (links.size === MAX_LINKS) break
  }
  return [...links.values()]
}
