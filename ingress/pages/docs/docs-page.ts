import { readFile } from 'node:fs/promises'
import { setImmediate as turn } from 'node:timers/promises'

import MarkdownIt from 'markdown-it'

import { Refusal } from '#shared/errors.ts'

import { type TextDocument, textDocument } from '../../discovery/text-document.ts'
import { Html, html } from '../../http/html.ts'
import type { Page, PageAnswer, Visit } from '../page.ts'
import { type Document, documents, GUIDES } from './documents.ts'
import { searchDocuments } from './search-documents.ts'

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })
const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

markdown.core.ruler.push('anchors', ({ tokens }) => {
  for (const [nth, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', slugOf(tokens[nth + 1]?.content ?? ''))
    // A head without words is no head.
    if (/^th_(?:open|close)$/.test(token.type) && tokens[token.type === 'th_open' ? nth + 1 : nth - 1]?.content === '')
      token.tag = 'td'
    if (token.type === 'table_open') token.attrSet('tabindex', '0')
    if (token.type === 'inline')
      for (const child of token.children ?? [])
        if (child.type === 'link_open') child.attrSet('href', linkOf(String(child.attrGet('href') ?? '')))
  }
})
// Pictures of documents are charts of ours, which stand in the page: nothing more is fetched.
markdown.renderer.rules['image'] = (tokens, at, _, env) => {
  const token = tokens[at]
  const svg: unknown = env?.[String(token?.attrGet('src') ?? '')]
  if (typeof svg !== 'string') return html`${token?.content ?? ''}`.text
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return html`<img src="${source}" alt="${token?.content ?? ''}" loading="lazy" />`.text
}
markdown.renderer.rules['fence'] = (tokens, at) =>
  html`<pre data-copy tabindex="0"><code>${tokens[at]?.content.trimEnd() ?? ''}</code></pre>`.text

/** Links between documents lead to their pages; those to files of the repository stay texts without a target. */
function linkOf(href: string): string {
  if (/^(?:https?:|\/|#)/.test(href)) return href
  const [, name, anchor = ''] = /^([\w.-]+)\.md(#.*)?$/.exec(href) ?? []
  return name === undefined ? '/docs' : `/docs/${name}${anchor}`
}

const DOCS = new URL('../../../docs/', import.meta.url)

/** The charts that a document shows, by their paths in the docs folder. */
async function chartsOf(text: string): Promise<Record<string, string>> {
  const paths = Array.from(text.matchAll(/\]\((charts\/[\w-]+\.svg)\)/g), ([, path = '']) => path)
  const charts = await Promise.all(
    paths.map(async (path) => [path, await readFile(new URL(path, DOCS), 'utf8')] as const),
  )
  return Object.fromEntries(charts)
}

const rendered = new Map<string, Html>()

/** The Markdown of a document as HTML, made once. */
export async function renderDocument({ name, text }: Document): Promise<Html> {
  const known = rendered.get(name)
  if (known !== undefined) return known
  await turn()
  // Safe: the renderer passes no HTML of the text through.
  const made = new Html(markdown.render(text, await chartsOf(text)))
  rendered.set(name, made)
  return made
}

/** /docs: the documents by theme, and a search over all of them. */
export async function docsIndex({ query }: Visit): Promise<Page> {
  const all = await documents()
  const { q = '' } = query
  return {
    title: q === '' ? 'Docs' : `Docs: ${q}`,
    description: 'Quick start, paying, errors, MCP, selling, and how to run it.',
    nav: '/docs',
    sameFor: 'all',
    content: html`<h1>Docs</h1>
      <form
        action="/docs"
        method="get"
        role="search"
        hx-get="/docs"
        hx-target="#found"
        hx-select="#found"
        hx-swap="outerHTML"
        hx-trigger="input changed delay:250ms, submit"
      >
        <div class="search">
          <label for="q">Search the docs</label>
          <input id="q" name="q" type="search" value="${q}" maxlength="200" placeholder="idempotency, refund, 402" />
          <button>Search</button>
        </div>
      </form>
      <div id="found" aria-live="polite">${q === '' ? index(all) : await hits(q)}</div>`,
  }
}

const index = (all: ReadonlyMap<string, Document>): Html =>
  html`${GUIDES.map(
      ({ title, names }) =>
        html`<h2>${title}</h2>
          <ul class="chips">
            ${names.flatMap((name) => all.get(name) ?? []).map(({ name, title: of }) => html`<li><a href="/docs/${name}">${of}</a></li>`)}
          </ul>`,
    )}
    <h2>Reference</h2>
    <ul class="chips">
      <li><a href="/docs/api">API reference</a></li>
      <li><a href="/openapi.json">openapi.json</a></li>
      <li><a href="/llms.txt">llms.txt</a></li>
    </ul>`

async function hits(q: string): Promise<Html> {
  const found = searchDocuments(await documents(), q)
  return html`<p class="soft">
      ${found.length} place${found.length === 1 ? '' : 's'} · <a href="/docs">all documents</a>
    </p>
    <ul class="cards">
      ${found.map(
        ({ document, heading, line }) =>
          html`<li class="card">
            <a class="title" href="/docs/${document.name}${heading === '' ? '' : `#${slugOf(heading)}`}"
              >${heading === '' ? document.title : heading}</a
            >
            <p>${line}</p>
            <small class="foot">${document.title}</small>
          </li>`,
      )}
    </ul>`
}

/** The document of a name. Throws 404. */
export async function documentOf(name: string): Promise<Document> {
  const document = (await documents()).get(name)
  if (document !== undefined) return document
  throw new Refusal('not_found', 'There is no such document.', {
    fix: { action: 'Search the docs.', method: 'GET', path: '/docs' },
  })
}

/** /docs/{name}: one document. Its `.md` twin is the document itself. */
export async function docsPage({ params, ctx }: Visit): Promise<PageAnswer> {
  const document = await documentOf(params['document'] ?? '')
  if (ctx.path.endsWith('.md')) return { document: twinOf(document) }
  return {
    title: document.title,
    description: firstLine(document.text),
    image: `/og/docs/${document.name}.png`,
    nav: '/docs',
    sameFor: 'all',
    content: html`<p class="soft"><a href="/docs">Docs</a></p>
      <article class="doc">${await renderDocument(document)}</article>`,
  }
}

const twins = new Map<string, TextDocument>()

/** The document itself, compressed once. */
function twinOf({ name, text }: Document): TextDocument {
  const twin = twins.get(name) ?? textDocument(text, 'text/markdown; charset=utf-8')
  twins.set(name, twin)
  return twin
}

/** The first line of prose of a document. */
export const firstLine = (text: string) =>
  text
    .split('\n')
    .find((line) => /^[A-Za-z]/.test(line))
    ?.slice(0, 200) ?? 'A document of Farebox.'
