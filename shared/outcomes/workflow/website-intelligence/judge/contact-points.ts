import type { ContactPoint, PageFacts } from '#shared/engines/site/page/page-facts.ts'
import { isSameSite } from '#shared/engines/site/same-site.ts'

const CONTACT = /contact|kontakt|contatti|contacto|contato|support|help-?desk/i
const MOST = 30

/** Ways to reach whoever runs the site, each once, and where it was found first. */
export function contactPointsOf(pages: readonly PageFacts[]): (ContactPoint & { page: string })[] {
  const found = new Map<string, ContactPoint & { page: string }>()
  for (const { html, finalUrl } of pages) {
    for (const contact of html?.contacts ?? []) {
      const key = `${contact.kind}:${contact.value.toLowerCase()}`
      if (!found.has(key) && found.size < MOST) found.set(key, { ...contact, page: finalUrl })
    }
  }
  const page = linkTo(pages, CONTACT)
  return [...found.values(), ...(page === null ? [] : [{ kind: 'page' as const, value: page.url, page: page.from }])]
}

/** The first link into the site whose address or text is of a kind. */
export function linkTo(pages: readonly PageFacts[], kind: RegExp): { url: string; from: string } | null {
  for (const { html, finalUrl } of pages) {
    const link = html?.links.find(
      ({ url, text }) => isSameSite(url, finalUrl) && (kind.test(new URL(url).pathname) || kind.test(text)),
    )
    if (link !== undefined) return { url: link.url, from: finalUrl }
  }
  return null
}
