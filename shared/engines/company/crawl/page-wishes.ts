import type { SitePage } from './company-site.ts'
import { HOST_KINDS, type PageKind, pageKindRules } from './page-kinds.rules.ts'

export type PageWish = { url: string; kind: PageKind }

const NO_PAGE = /\.(?:pdf|docx?|zip|png|jpe?g|gif|webp|svg|mp4|xml|json|css|js)$/i
const DEEPEST = 3

/** Links from these pages to pages of the company whose kind is recognisable, the shortest paths first. */
export function pageLinks(pages: readonly SitePage[], domain: string): PageWish[] {
  return pages
    .flatMap(({ links }) => links)
    .flatMap(({ url, text }): PageWish[] => {
      const { hostname, pathname, protocol } = new URL(url)
      const host = hostname.replace(/^www\./, '')
      const isOwn = host === domain || host.endsWith(`.${domain}`)
      if (!isOwn || NO_PAGE.test(pathname) || !protocol.startsWith('http')) return []
      const below = host === domain ? null : (HOST_KINDS[host.slice(0, -domain.length - 1)] ?? null)
      if (below !== null) return pathname === '/' ? [{ url, kind: below }] : []
      const kind = kindOf(pathname, text.trim())
      return kind === null ? [] : [{ url, kind }]
    })
    .toSorted((a, b) => depthOf(a.url) - depthOf(b.url))
}

const depthOf = (url: string) => new URL(url).pathname.split('/').filter((part) => part !== '').length

function kindOf(path: string, text: string): PageKind | null {
  const isShallow = path.split('/').filter((part) => part !== '').length <= DEEPEST
  const byPath = isShallow ? pageKindRules.find((rule) => rule.path.test(path)) : undefined
  return (byPath ?? pageKindRules.find((rule) => text.length < 40 && rule.text.test(text)))?.kind ?? null
}

/** The usual paths of pages of a kind. */
export const guessesFor = (kind: PageKind, origin: string): PageWish[] =>
  (pageKindRules.find((rule) => rule.kind === kind)?.guesses ?? []).map((path) => ({ url: origin + path, kind }))
