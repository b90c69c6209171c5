import { type Html, html } from '../http/html.ts'
import type { Page } from './page.ts'
import type { PageAssets } from './page-assets.ts'

type Site = { baseUrl: string; path: string; isPlayground: boolean; assets: PageAssets }

/** The processor's own script: it has to come from the processor, and changes there. */
export const CARD_SCRIPT = 'https://js.stripe.com/v3/'

const NAVIGATION = [
  ['/', 'Catalog'],
  ['/market', 'Market'],
  ['/jobs', 'Jobs'],
  ['/docs', 'Docs'],
  ['/account', 'Account'],
] as const

/** htmx without what the content policy forbids. The links of a page are never fetched by it. */
const HTMX = JSON.stringify({
  includeIndicatorStyles: false,
  allowEval: false,
  allowScriptTags: false,
  selfRequestsOnly: true,
  historyCacheSize: 0,
})

/** Renders a page: head, navigation bar, content, footer. */
export function frame(page: Page, { baseUrl, path, isPlayground, assets }: Site): string {
  const { title, description, content, nav = '', scripts = [], bodyClass = '' } = page
  const url = baseUrl + path
  const image = page.image ?? '/assets/og.png'
  const isApi = scripts.includes('api')
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === 'Farebox' ? title : `${title} · Farebox`}</title>
        <meta name="description" content="${description}" />
        ${page.isPrivate === true ? html`<meta name="robots" content="noindex" />` : forEverybody(page, url, image.startsWith('/') ? baseUrl + image : image)}
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        ${isApi ? html`<link rel="stylesheet" href="${assets.path['swagger-ui.css']}" />` : ''}
        ${scripts.includes('chart') ? html`<link rel="stylesheet" href="${assets.path['uplot.css']}" />` : ''}
        <link rel="stylesheet" href="${assets.path['site.css']}" />
        <meta name="htmx-config" content="${HTMX}" />
        ${isApi ? '' : html`<script defer src="${assets.path['htmx.js']}"></script>`}
        <script defer src="${assets.path['site.js']}"></script>
        ${
          scripts.includes('chart')
            ? html`<script defer src="${assets.path['uplot.js']}"></script>
                <script defer src="${assets.path['chart.js']}"></script>`
            : ''
        }
        ${
          isApi
            ? html`<script defer src="${assets.path['swagger-ui.js']}"></script>
                <script type="module" src="${assets.path['api.js']}"></script>`
            : ''
        }
        ${
          scripts.includes('card')
            ? html`<script defer src="${CARD_SCRIPT}"></script>
                <script defer src="${assets.path['card.js']}"></script>`
            : ''
        }
      </head>
      <body class="${bodyClass}">
        <a class="skip" href="#main">Skip to the content</a>
        <div class="page">
          <nav class="bar" aria-label="Main">
            <a class="mark" href="/"><img src="/favicon.svg" width="28" height="28" alt="" /><span>Farebox</span></a>
            ${NAVIGATION.map(([href, name]) => html`<a href="${href}" ${href === nav ? CURRENT : NOTHING}>${name}</a> `)}
          </nav>
          <main id="main">
            ${isPlayground ? html`<p class="notice">This is a playground: everything works, and only play money moves.</p>` : ''}
            ${content}
          </main>
          <footer>
            <p>
              For machines: <a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">OpenAPI</a>,
              <a href="/api/v1/outcomes/meta">catalog</a>, <a href="/docs/clients">MCP</a>. For people:
              <a href="/docs/api">API reference</a>, <a href="/status">status</a>, <a href="/docs">docs</a>,
              <a href="/terms">terms</a>.
            </p>
          </footer>
        </div>
      </body>
    </html> `.text
}

const CURRENT = html`aria-current="page"`
const NOTHING = html``

/** What crawlers and previews read of a page that everybody may see. */
const forEverybody = ({ title, description }: Page, url: string, image: string): Html =>
  html`<meta property="og:type" content="website" />
    <meta property="og:site_name" content="Farebox" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${image}" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="canonical" href="${url}" />
    <link rel="alternate" type="text/markdown" href="${url.endsWith('/') ? `${url}index` : url}.md" />
    <link rel="service-desc" type="application/json" href="/openapi.json" />`
