import { betweenMarks } from '#shared/lib/between-marks.ts'

import { webUrl } from './page-facts.ts'
import { type PageLink, siteOf } from './page-links.ts'

const MAX_LINKS = 500
const IMAGE = /!\[[^\]\n]{0,200}\]\([^)\n]{0,2000}\)/g
const LINK = /(?<!!)\[([^\][\n]{1,200})\]\(\s{0,3}<?([^\s)>]{1,2000})>?[^)\n]{0,300}\)/g

/** Markdown a server gave as such: kept as it is, but for comments, and for images and links that are not wanted. */
export function readMarkdown(text: string, request: { url: string; includeLinks: boolean; includeImages: boolean }) {
  const { outside, inside } = betweenMarks(text, '<!--', '-->')
  const shown = outside.join('')
  const pictured = request.includeImages ? shown : shown.replace(IMAGE, '')
  return {
    title: /^# +(\S.{0,300})$/m.exec(shown)?.[1]?.trim() ?? '',
    markdown: (request.includeLinks ? pictured : pictured.replace(LINK, '$1')).trim(),
    links: linksIn(shown, request.url),
    hidden: inside.map((comment) => comment.trim()).filter((comment) => comment !== ''),
  }
}

function linksIn(markdown: string, base: string): PageLink[] {
  const links = new Map<string, PageLink>()
  for (const [, text = '', href = ''] of markdown.matchAll(LINK)) {
    const url = href.startsWith('#') ? undefined : webUrl(href, base)
    if (url === undefined || links.has(url)) continue
    links.set(url, { text, url, internal: siteOf(url) === siteOf(base) })
    if (links.size === MAX_LINKS) break
  }
  return [...links.values()]
}
