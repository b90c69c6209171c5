import { cutMarkdown } from './cut-markdown.ts'
import { countTokens } from '#shared/engines/page/count-tokens.ts'
import { countWords } from '#shared/engines/page/count-words.ts'
import { decodeText } from '#shared/engines/page/decode-text.ts'
import type { DomDocument, DomElement } from './dom.ts'
import { findInjection, type InjectionFlag } from '#shared/engines/page/find-injection.ts'
import { bodyContent, findArticle, measure, THIN_CHARS } from './main-content.ts'
import { isWorkable } from './is-workable.ts'
import { languageTag, pageFacts, webUrl } from './page-facts.ts'
import { linksIn, type PageLink } from './page-links.ts'
import { parsePage } from './parse-page.ts'
import { plainText } from './plain-text.ts'
import { readMarkdown } from './read-markdown.ts'
import { separateHidden } from './separate-hidden.ts'
import { keepTasks, toMarkdown } from './to-markdown.ts'

export type PageRequest = {
  body: Uint8Array
  /** MIME essence in lower case. */
  contentType: string
  charset: string | null
  /** Final URL: links are absolute by it. */
  url: string
  contentLanguage: string | null
  includeLinks: boolean
  includeImages: boolean
  maxChars: number
}

export type PageReading = {
  title: string
  byline: string | null
  published_at: string | null
  lang: string | null
  description: string | null
  site_name: string | null
  canonical_url: string | null
  markdown: string
  word_count: number
  token_estimate: number
  links: PageLink[]
  truncated: boolean
  injection_flags: InjectionFlag[]
  extraction: 'readability' | 'body-fallback' | 'raw-text'
  encoding: string
  warnings: string[]
}

type Draft = Omit<PageReading, 'word_count' | 'token_estimate' | 'truncated' | 'injection_flags' | 'encoding'> & {
  hidden: readonly string[]
}

const HTML = new Set(['text/html', 'application/xhtml+xml', ''])
/** Twice what can be asked for. */
const MAX_PLAIN_CHARS = 400_000
const MARKDOWN = new Set(['text/markdown', 'text/x-markdown'])

/**
 * Reads a fetched page: its main content as Markdown, what it says of itself, and what it hides. Null when it is too large
 * or too deep to be taken apart; what it hides could then not be told from what it shows.
 */
export function readPage(request: PageRequest): PageReading | null {
  const { text, encoding } = decodeText(request.body, request.charset)
  const read = draftOf(text, request)
  if (read === null) return null
  const { hidden, ...draft } = read
  const lang = draft.lang ?? languageTag(request.contentLanguage?.split(',')[0])
  const cut = cutMarkdown(draft.markdown, request.maxChars)
  return {
    ...draft,
    lang,
    ...cut,
    word_count: countWords(cut.markdown, lang),
    token_estimate: countTokens(cut.markdown),
    injection_flags: findInjection(cut.markdown, hidden),
    encoding,
  }
}

const NOTHING = {
  title: '',
  byline: null,
  published_at: null,
  lang: null,
  description: null,
  site_name: null,
  canonical_url: null,
  links: [],
  warnings: [],
  hidden: [],
}

function draftOf(text: string, request: PageRequest): Draft | null {
  if (HTML.has(request.contentType) && text.trim() !== '') return isWorkable(text) ? readHtml(text, request) : null
  const plain = text.slice(0, MAX_PLAIN_CHARS).replace(/\r\n?/g, '\n').trim()
  if (MARKDOWN.has(request.contentType)) return { ...NOTHING, ...readMarkdown(plain, request), extraction: 'raw-text' }
  return { ...NOTHING, markdown: plain, extraction: 'raw-text', warnings: plain === '' ? ['empty_body'] : [] }
}

function readHtml(html: string, request: PageRequest): Draft {
  const document = parsePage(html)
  const base = baseOf(document, request.url)
  const facts = pageFacts(document, base)
  const size = measure(document)
  const hidden = separateHidden(document)
  keepTasks(document)
  const article = findArticle(document, size)
  const options = { base, includeLinks: request.includeLinks, includeImages: request.includeImages }
  const content = article?.content ?? bodyContent(document)
  const seen = plainText(document.body)
  const isShell = seen.length < THIN_CHARS && isScriptHeavy(document, size, seen.length)
  const markdown = isShell ? null : converted(content, options)
  return {
    title: facts.title ?? article?.title ?? '',
    byline: facts.byline ?? article?.byline ?? null,
    published_at: facts.publishedAt,
    lang: facts.lang,
    description: facts.description,
    site_name: facts.siteName ?? article?.siteName ?? null,
    canonical_url: facts.canonicalUrl,
    markdown: markdown ?? plainText(content),
    links: linksIn([content], base),
    extraction: markdown === null ? 'raw-text' : article === null ? 'body-fallback' : 'readability',
    warnings: isShell ? ['needs_browser'] : markdown === null ? ['nested_too_deep'] : [],
    hidden,
  }
}

/** Null where the nesting is too deep for the converter's stack. */
function converted(content: DomElement, options: Parameters<typeof toMarkdown>[1]): string | null {
  try {
    return toMarkdown(content, options)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A page whose words come from its scripts: next to no text, much code or an empty root to fill. */
function isScriptHeavy(
  document: DomDocument,
  { scripts, scriptChars }: ReturnType<typeof measure>,
  chars: number,
): boolean {
  if (scripts === 0) return false
  if (scriptChars > Math.max(500, 10 * chars)) return true
  const root = document.querySelector('#root, #app, #__next, #__nuxt, #___gatsby, #svelte, app-root, [data-reactroot]')
  return root !== null && (root.textContent ?? '').trim().length < THIN_CHARS
}

function baseOf(document: DomDocument, url: string): string {
  return webUrl(document.querySelector('base[href]')?.getAttribute('href') ?? '', url) ?? url
}
