import type { SitemapUrl } from '../files/read-sitemap.ts'
import { type Robots, robotsVerdict } from '../files/robots.ts'
import type { PageLink } from '../page/page-facts.ts'
import { absoluteUrl, isSameSite, pageKey, pathOf } from '../same-site.ts'

/** Our user agent in a site's robots.txt. */
export const ROBOTS_AGENT = 'Farebox'

const NO_PAGE =
  /\.(?:pdf|docx?|xlsx?|pptx?|csv|zip|gz|tgz|rar|7z|dmg|exe|apk|iso|jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|mov|avi|webm|wav|ogg|css|m?js|json|xml|rss|atom|txt|md|woff2?|ttf|eot)$/i
/** Links that do something when they are opened; reading a site must change nothing. */
const ACTS =
  /(?:log|sign)[-_]?(?:out|off)|delete|remove|unsubscribe|add[-_]?to[-_]?cart|checkout|\/cart\b|wp-(?:admin|login|json)|[?&](?:action|do|add|delete|remove|token|share|replytocom)=/i
/** Pages that say most about who runs a site and what it offers. */
const TELLING =
  /\/(?:about|about-us|company|team|contact|contact-us|pricing|plans|products?|services?|solutions?|features|platform|customers|docs|documentation|blog|careers|jobs|privacy|legal|imprint|impressum|terms|security|faq|support)(?:\/|$|\.html?$)/i

/** Orders the candidates for reading: the root, then the sitemap by priority, then links in page order. */
export function choosePages(given: {
  start: string
  sitemap: readonly SitemapUrl[]
  links: readonly PageLink[]
  robots: Pick<Robots, 'groups'> | null
  seen: ReadonlySet<string>
  most: number
}): { pages: string[]; disallowed: number } {
  const { start, sitemap, links, robots, seen, most } = given
  const ranked = [
    ...rank([{ url: new URL('/', start).href, weight: 2 }]),
    ...rank(sitemap.map(({ url, priority }) => ({ url, weight: priority ?? 0.5 }))),
    ...rank(links.map(({ url }) => ({ url, weight: 0 }))),
  ]
  const taken = new Set(seen)
  const pages: string[] = []
  let disallowed = 0
  for (const url of ranked) {
    const page = absoluteUrl(url, start)
    if (page === null || taken.has(pageKey(page)) || !isSameSite(page, start) || !isPage(page)) continue
    taken.add(pageKey(page))
    const isAllowed = robots === null || robotsVerdict(robots, ROBOTS_AGENT, pathOf(page)).allowed
    if (!isAllowed) disallowed += 1
    else if (pages.length < most) pages.push(page)
  }
  return { pages, disallowed }
}

function isPage(url: string): boolean {
  const { pathname, search } = new URL(url)
  return !NO_PAGE.test(pathname) && !ACTS.test(pathname + search)
}

function rank(entries: readonly { url: string; weight: number }[]): string[] {
  const interest = (url: string) => Number(TELLING.test(url))
  const depth = (url: string) => url.split('/').length
  return entries
    .map((entry, order) => ({ ...entry, order }))
    .toSorted(
      (a, b) =>
        b.weight - a.weight || interest(b.url) - interest(a.url) || depth(a.url) - depth(b.url) || a.order - b.order,
    )
    .map(({ url }) => url)
}
