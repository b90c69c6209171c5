import { textDocument } from '../discovery/text-document.ts'
import { html } from '../http/html.ts'
import { documents } from './docs/documents.ts'
import type { PageAnswer, Visit } from './page.ts'

/** /sitemap.xml: every page that everybody may read. */
export async function sitemap({ deps }: Visit): Promise<PageAnswer> {
  const paths = [
    '/',
    '/docs',
    '/docs/api',
    '/status',
    ...[...(await documents()).keys()].map((name) => `/docs/${name}`),
    ...[...deps.forSale.keys()].map((slug) => `/o/${slug}`),
  ]
  const text = html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      ${paths.map((path) => html`<url><loc>${deps.config.publicBaseUrl}${path}</loc></url> `)}</urlset
    >`.text
  return { document: textDocument(text, 'application/xml; charset=utf-8') }
}
