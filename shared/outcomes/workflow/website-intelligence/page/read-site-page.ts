import { decodeText } from '#shared/engines/page/decode-text.ts'
import type { HtmlFacts } from '#shared/engines/site/page/page-facts.ts'
import { readHtml } from './read-html.ts'

/** The facts of a page from its bytes; `charset` is what the header said. Never throws. */
export const readSitePage = (page: { bytes: Uint8Array; charset: string | null; url: string }): HtmlFacts =>
  readHtml(decodeText(page.bytes, page.charset).text, page.url)
