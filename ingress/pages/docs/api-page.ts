import { html } from '../../http/html.ts'
import type { Page } from '../page.ts'

/** /docs/api: every route with its schemas and a form to call it (Swagger UI, served from our own files). */
export const apiPage = (): Page => ({
  title: 'API reference',
  description: 'Every outcome and route of Farebox, with schemas, examples and a form to call them.',
  nav: '/docs',
  scripts: ['api'],
  bodyClass: 'api',
  content: html`<h1>API reference</h1>
    <div id="swagger-ui">
      <p class="soft">
        This page needs JavaScript. The same is in <a href="/openapi.json">openapi.json</a> and, for reading, in
        <a href="/llms.txt">llms.txt</a>.
      </p>
    </div>`,
})
