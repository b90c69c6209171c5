/** Where a page sends its reader by itself. */
export type HtmlRedirect = { type: 'meta_refresh' | 'js_hint'; location: string }

/** Longer waits are for reading, not for sending on. */
const MAX_DELAY_S = 5
/** A page with more to read than this does not only send on. */
const MAX_TEXT_CHARS = 1_000

const SCRIPT_TARGET =
  /\b(?:location(?:\.href)?\s{0,5}=\s{0,5}|location\.(?:replace|assign)\s{0,5}\(\s{0,5})(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/

/**
 * The redirect inside a page, absolute: a meta refresh of at most 5 seconds, else a script of an otherwise empty page that
 * sets its location. `text` is the start of the page; `header` the Refresh header, which means the same.
 */
export function htmlRedirect(text: string, base: string, header: string | null): HtmlRedirect | null {
  const html = withoutPairs(withoutPairs(text, '<!--', '-->'), '<noscript', '</noscript')
  const refresh = refreshTarget(header ?? '', base) ?? metaRefresh(html, base)
  if (refresh !== null) return { type: 'meta_refresh', location: refresh }
  const scripts = insides(html, '<script', '</script')
  const visible = withoutPairs(withoutPairs(html, '<script', '</script'), '<style', '</style').replace(
    /<[^>]{0,2000}>/g,
    ' ',
  )
  if (visible.replace(/\s+/g, ' ').trim().length > MAX_TEXT_CHARS) return null
  for (const script of scripts) {
    const [, double, single] = SCRIPT_TARGET.exec(script) ?? []
    const location = absolute(double ?? single ?? '', base)
    if (location !== null) return { type: 'js_hint', location }
  }
  return null
}

function metaRefresh(html: string, base: string): string | null {
  for (const [tag] of html.matchAll(/<meta\b[^>]{0,2000}>/gi)) {
    if (!/\bhttp-equiv\s*=\s*["']?\s*refresh\b/i.test(tag)) continue
    const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag)
    const target = refreshTarget(unescaped(content?.[1] ?? content?.[2] ?? content?.[3] ?? ''), base)
    if (target !== null) return target
  }
  return null
}

/** `5; url=/next` (HTML standard, "shared declarative refresh steps"); without a URL the page loads itself again. */
function refreshTarget(content: string, base: string): string | null {
  const match = /^\s*(\d{0,9})(?:\.[\d.]*)?\s*[;,\s]\s*(?:url\s*=\s*)?(.{1,2100})$/is.exec(content)
  if (match === null || Number(match[1] ?? 0) > MAX_DELAY_S) return null
  const given = (match[2] ?? '').trim()
  const quote = /^["']/.exec(given)?.[0]
  return absolute(quote === undefined ? given : (given.slice(1).split(quote)[0] ?? ''), base)
}

function absolute(href: string, base: string): string | null {
  const url = href.trim() === '' ? null : URL.parse(href.trim(), base)
  return url === null || url.protocol === 'javascript:' ? null : url.href
}

const unescaped = (text: string) =>
  text
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:#39|#x27|apos);/gi, "'")

/** Text without everything between two marks, which do not nest. Linear, whatever the text. */
function withoutPairs(text: string, open: string, close: string): string {
  const kept: string[] = []
  eachPair(text, open, close, (before) => kept.push(before))
  return kept.join(' ')
}

function insides(text: string, open: string, close: string): string[] {
  const found: string[] = []
  eachPair(text, open, close, (_before, inside) => {
    if (inside !== null) found.push(inside)
  })
  return found
}

function eachPair(
  text: string,
  open: string,
  close: string,
  take: (before: string, inside: string | null) => void,
): void {
  const lower = text.toLowerCase()
  let from = 0
  for (let at = lower.indexOf(open); at !== -1; at = lower.indexOf(open, from)) {
    const end = lower.indexOf(close, at + open.length)
    take(text.slice(from, at), text.slice(at + open.length, end === -1 ? text.length : end))
    if (end === -1) return
    from = end + close.length
  }
  take(text.slice(from), null)
}
