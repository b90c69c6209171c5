import type { ShowPage } from './page.ts'

/** A page by its path, with what shows it and what takes its form. Both are loaded when they are first asked for. */
export type PageEntry = {
  path: string
  pattern: RegExp
  get: (() => Promise<ShowPage>) | undefined
  post: (() => Promise<ShowPage>) | undefined
}

/** Declares a page. `:name` in its path is one segment. */
const at = (path: string, get: PageEntry['get'], post?: PageEntry['post']): PageEntry => ({
  path,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]{1,200})')}/?$`),
  get,
  post,
})

/** Every page, literal paths before those with parameters. */
export const PAGE_TABLE: readonly PageEntry[] = [
  at('/', async () => (await import('./catalog/catalog-page.ts')).catalogPage),
  at(
    '/o/:slug',
    async () => (await import('./catalog/outcome-page.ts')).outcomePage,
    async () => (await import('./catalog/run-outcome.ts')).runOutcome,
  ),
  at(
    '/o/bundles/:bundle',
    async () => (await import('./catalog/outcome-page.ts')).outcomePage,
    async () => (await import('./catalog/run-outcome.ts')).runOutcome,
  ),
  at('/docs', async () => (await import('./docs/docs-page.ts')).docsIndex),
  at('/docs/api', async () => (await import('./docs/api-page.ts')).apiPage),
  at('/docs/:document', async () => (await import('./docs/docs-page.ts')).docsPage),
  at('/status', async () => (await import('./status/status-page.ts')).statusPage),
  at('/sitemap.xml', async () => (await import('./sitemap.ts')).sitemap),
]
