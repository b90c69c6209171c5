import { betweenMarks } from '#shared/lib/between-marks.ts'

/** Where a page sends its reader by itself. */
export type HtmlRedirect = { type: 'meta_refresh' | 'js_hint'; location: string }

/** Longer waits are for reading, not for sending on. */
const MAX_DELAY_S = 5
const MAX_CONTENT_CHARS = 2_200
/** A page with more to read than this does not only send on. */
const MAX_TEXT_CHARS = 1_000

const SCRIPT_TARGET =
  /\b(?:location(?:\.href)?\s{0,5}=\s{0,5}|location\.(?:replace|assign)\s{0,5}\(\s{0,5})(?:"([^"\n]{1,2000})"|'([^'\n]{1,2000})')/

/**
 * The redirect inside a page, absolute: a meta refresh of at most 5 seconds, else a script of an otherwise empty page that
 * sets its location. `text` is the start of the page; `header` the Refresh header, which means the same.
 */
export function htmlRedirect(text: string, base: string, header: string | null): HtmlRedirect | null {
  const html = without(without(text, '<!--', '-->'), '<noscript', '</noscript')
  const refresh = refreshTarget(header ?? '', base) ?? metaRefresh(html, base)
  if (refresh !== null) return { type: 'meta_refresh', location: refresh }
  const visible = without(without(without(html, '<script', '</script'), '<style', '</style'), '<', '>')
  if (visible.replace(/\s+/g, ' ').trim().length > MAX_TEXT_CHARS) return null
  for (const script of betweenMarks(html, '<script', '</script').inside) {
    const [, double, single] = SCRIPT_TARGET.exec(script) ?? []
    const location = absolute(double ?? single ?? '', base)
    if (location !== null) return { type: 'js_hint', location }
  }
  return null
}

const without = (text: string, open: string, close: string) => betweenMarks(text, open, close).outside.join(' ')

function metaRefresh(html: string, base: string): string | null {
  for (const tag of betweenMarks(html, '<meta', '>').inside) {
    if (!/^[\s/]/.test(tag) || !/\bhttp-equiv\s{0,9}=\s{0,9}["']?refresh\b/i.test(tag)) continue
    const content = /\bcontent\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag)
    const target = refreshTarget(unescaped(content?.[1] ?? content?.[2] ?? content?.[3] ?? ''), base)
    if (target !== null) return target
  }
  return null
}

/** `5; url=/next` (HTML standard, "shared declarative refresh steps"); without a URL the page loads itself again. */
function refreshTarget(content: string, base: string): string | null {
  const text = content.slice(0, MAX_CONTENT_CHARS).trim()
  const [delay = '', whole = ''] = /^(\d{0,9})(?:\.[\d.]{0,20})?/.exec(text) ?? []
  const rest = text.slice(delay.length)
  if (delay === '' || Number(whole) > MAX_DELAY_S || !/^[;,\s]/.test(rest)) return null
  const given = rest
    .trimStart()
    .replace(/^[;,]/, '')
    .trimStart()
    .replace(/^url\s{0,9}=/i, '')
    .trimStart()
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
