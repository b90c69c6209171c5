import { html } from '#ingress/http/html.ts'
import type { Assets } from '../assets.ts'
import { pageFrame } from './page-frame.ts'

/** Renders the interactive API page: Swagger UI, served from our own files. */
export const docsPage = (baseUrl: string, { path }: Assets): string =>
  pageFrame({
    title: 'Farebox API',
    description: 'Every outcome and route of Farebox, with schemas, examples and a form to call them.',
    baseUrl,
    path: '/docs',
    styles: [path['swagger-ui.css'], path['site.css']],
    scripts: [
      { path: path['swagger-ui-bundle.js'], module: false },
      { path: path['docs.js'], module: true },
    ],
    bodyClass: 'api',
    content: html`<main id="swagger-ui">
      <p class="soft">
        This page needs JavaScript. The same is in <a href="/openapi.json">openapi.json</a> and, for reading, in
        <a href="/llms.txt">llms.txt</a>.
      </p>
    </main>`,
  })
