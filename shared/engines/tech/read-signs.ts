import { decodeText } from '#shared/engines/page/decode-text.ts'
import { absoluteUrl } from '#shared/engines/site/same-site.ts'
import { walkMarkup } from '#shared/engines/site/page/walk-markup.ts'

/** Parts of a page in which a technology may show. */
export type PageSigns = {
  html: string
  /** Contents by name or property, lower case. */
  meta: { name: string; content: string }[]
  /** Absolute URLs of scripts, styles and frames, in order. */
  urls: string[]
  /** URLs of scripts only. */
  scripts: string[]
  /** Code of inline scripts. */
  code: string
}

const MOST_HTML = 400_000
const MOST_CODE = 200_000
const MOST_URLS = 300
const MOST_META = 100

/** Reads the signs of a page from its bytes. Never throws: for bytes that are not HTML there is only text. */
export function readSigns(page: { bytes: Uint8Array; charset: string | null; url: string }): PageSigns {
  const html = decodeText(page.bytes, page.charset).text.slice(0, MOST_HTML)
  const signs: PageSigns = { html, meta: [], urls: [], scripts: [], code: '' }
  let base = page.url
  let inScript = false
  const add = (link: string | undefined, isScript: boolean) => {
    const url = link === undefined || link === '' ? null : absoluteUrl(link, base)
    if (url === null || signs.urls.length >= MOST_URLS) return
    signs.urls.push(url)
    if (isScript) signs.scripts.push(url)
  }
  walkMarkup(html, {
    open(tag, attributes) {
      inScript = tag === 'script' && attributes['src'] === undefined
      if (tag === 'base') base = absoluteUrl(attributes['href'] ?? '', page.url) ?? base
      if (tag === 'script') add(attributes['src'], true)
      if (tag === 'iframe' || tag === 'embed') add(attributes['src'], false)
      if (tag === 'link' && /stylesheet|preload|modulepreload|preconnect|dns-prefetch/i.test(attributes['rel'] ?? '')) {
        add(attributes['href'], false)
      }
      if (tag !== 'meta' || signs.meta.length >= MOST_META) return
      const name = (attributes['name'] ?? attributes['property'] ?? '').toLowerCase()
      if (name !== '') signs.meta.push({ name, content: (attributes['content'] ?? '').slice(0, 1_000) })
    },
    text(piece) {
      if (inScript && signs.code.length < MOST_CODE) signs.code += piece
    },
    close(tag) {
      if (tag === 'script') inScript = false
    },
  })
  return signs
}
