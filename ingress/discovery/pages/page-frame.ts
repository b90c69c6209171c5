import { type Html, html } from '#ingress/http/html.ts'

/** Content policy of pages: own files only, nothing inline. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Content policy of the API page: adds own scripts, and requests to this host. */
export const DOCS_POLICY = `${PAGE_POLICY}; script-src 'self'; connect-src 'self'`

/** Renders the frame of every page: head, navigation bar, content. */
export function pageFrame(page: {
  title: string
  description: string
  baseUrl: string
  path: string
  /** Paths of stylesheets, in order. */
  styles: readonly string[]
  /** Scripts, run after the page is parsed. */
  scripts?: readonly { path: string; module: boolean }[]
  bodyClass?: string
  content: Html
}): string {
  const { title, description, baseUrl, path, styles, scripts = [], bodyClass = '', content } = page
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:url" content="${baseUrl}${path}" />
        <meta property="og:image" content="${baseUrl}/favicon.svg" />
        <link rel="canonical" href="${baseUrl}${path}" />
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="alternate" type="text/plain" href="/llms.txt" title="For language models" />
        <link rel="service-desc" type="application/json" href="/openapi.json" />
        ${styles.map((href) => html`<link rel="stylesheet" href="${href}" /> `)}${scripts.map(({ path: src, module }) => (module ? html`<script type="module" src="${src}"></script> ` : html`<script defer src="${src}"></script> `))}
      </head>
      <body class="${bodyClass}">
        <div class="page">
          <nav class="bar" aria-label="Main">
            <a class="mark" href="/"><img src="/favicon.svg" width="28" height="28" alt="" />Farebox</a>
            <a href="/#catalog">Catalog</a>
            <a href="/docs">API</a>
            <a class="wide" href="/openapi.json">OpenAPI</a>
            <a href="/llms.txt">llms.txt</a>
          </nav>
          ${content}
        </div>
      </body>
    </html> `.text
}
