import type { PickedPassage } from './pick-passages.ts'

/** A page as it is quoted. */
export type QuotedPage = { title: string; url: string; passages: readonly PickedPassage[] }

/**
 * Passages as text for a prompt: numbered sources, every line of a stranger's text behind a `>`, so that no text can pass
 * for a source line or for anything outside the quotes.
 */
export function quoteContext(pages: readonly QuotedPage[]): string {
  return pages
    .map(({ title, url, passages }, index) => {
      const quoted = passages.map(({ text }) => quote(text)).join('\n>\n> […]\n>\n')
      return `[${index + 1}] ${title.replace(/\s+/g, ' ')}\nSource: ${url}\n${quoted}`
    })
    .join('\n\n')
}

const quote = (text: string) =>
  text
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
