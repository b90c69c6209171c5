import { Parser } from 'htmlparser2'
import { getDomain } from 'tldts'

export type MailLink = { url: string; text: string; mismatched: boolean }

const MAX_LINKS = 500
const MAX_TEXT = 200
const BARE_URL = /\bhttps?:\/\/[^\s<>"'\])]{1,2000}/gi
/** Link text that itself claims an address: a URL, or a host and nothing else. */
const CLAIM = /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})(?=[/:?#\s]|$)/i

/** The links of an HTML body in order, and its visible text; a link is mismatched when its text names another domain. */
export function readHtml(html: string): { links: MailLink[]; text: string } {
  const links: MailLink[] = []
  const text: string[] = []
  let open: { url: string; text: string } | null = null
  let hidden = 0
  const close = () => {
    if (open !== null && links.length < MAX_LINKS) {
      const shown = open.text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
      links.push({ url: open.url, text: shown, mismatched: isMismatched(open.url, shown) })
    }
    open = null
  }
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name === 'style' || name === 'script' || name === 'title') hidden += 1
      if (/^(?:br|p|div|tr|li|h[1-6]|table|blockquote)$/.test(name)) text.push('\n')
      if (name !== 'a') return
      close()
      if (href !== undefined && href.trim() !== '') open = { url: href.trim().slice(0, 4_000), text: '' }
    },
    ontext: (piece) => {
      if (hidden > 0) return
      text.push(piece)
      if (open !== null && open.text.length < 2_000) open.text += piece
    },
    onclosetag: (name) => {
      if (name === 'style' || name === 'script' || name === 'title') hidden -= 1
      if (name === 'a') close()
    },
  })
  parser.end(html)
  close()
  return {
    links,
    text: text
      .join('')
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/ ?\n[ \n]*/g, '\n')
      .trim(),
  }
}

/** The addresses that stand in plain text. */
export function textLinks(text: string): MailLink[] {
  const urls = [...text.matchAll(BARE_URL)].slice(0, MAX_LINKS).map(([url]) => url.replace(/[.,;:!?]{1,20}$/, ''))
  return [...new Set(urls)].map((url) => ({ url, text: url.slice(0, MAX_TEXT), mismatched: false }))
}

function isMismatched(url: string, text: string): boolean {
  const claimed = CLAIM.exec(text)?.[1]
  if (claimed === undefined) return false
  const said = getDomain(claimed)
  const real = URL.canParse(url) ? getDomain(url) : null
  const isWeb = /^https?:/i.test(url)
  // "Node.js" is no address: its ending has to be a real one.
  return isWeb && said !== null && hasKnownEnding(claimed, text) && said !== real
}

/** A file name such as report.zip reads like a host; a scheme, www or a path says that it is one. */
const hasKnownEnding = (host: string, text: string) =>
  /^https?:\/\//i.test(text) ||
  /^www\./i.test(host) ||
  /\.(?:com|org|net|edu|gov|io|co|info|biz|eu|de|uk|fr|nl|us|ca|ch|at|it|es|app|dev|bank|test)$/i.test(host)
