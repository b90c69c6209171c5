import { getDomain } from 'tldts'

import type { DomElement } from './dom.ts'
import { webUrl } from './page-facts.ts'

export type PageLink = { text: string; url: string; internal: boolean }

const MAX_LINKS = 500
const MAX_TEXT_CHARS = 200

/** The links of some content, absolute, once each in the order met. Internal ones stay on the registrable domain. */
export function linksIn(roots: Iterable<DomElement>, base: string): PageLink[] {
  const links = new Map<string, PageLink>()
  const home = siteOf(base)
  for (const root of roots) {
    for (const anchor of root.querySelectorAll('a[href]')) {
      const url = linkUrl(anchor.getAttribute('href') ?? '', base)
      if (url === undefined || links.has(url)) continue
      const text = (anchor.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARS)
      links.set(url, { text, url, internal: siteOf(url) === home })
      if (links.size === MAX_LINKS) return [...links.values()]
    }
  }
  return [...links.values()]
}

/** Where a link of a page leads; undefined for places inside the page, scripts and everything that is not the web. */
export const linkUrl = (href: string, base: string): string | undefined =>
  href.trim().startsWith('#') ? undefined : webUrl(href, base)

/** The registrable domain by the public suffix list; the host itself where there is none. */
export function siteOf(url: string): string {
  const { hostname } = new URL(url)
  return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
}
