import type Koa from 'koa'
import type { Context, Next } from 'koa'

import type { IngressDeps } from '../deps.ts'
import type { ShowError } from '../http/errors.ts'
import type { Route } from '../http/route.ts'
import { wantsPage } from '../http/wants-page.ts'
import { isPageForBrowsers, isPagePath } from './page-paths.ts'

/**
 * Mounts the pages for people. Templates and everything they need are loaded by the first request for a page.
 * With PAGES=off nothing is mounted.
 */
export function mountPages(app: Koa, deps: IngressDeps, routes: readonly Route[]): void {
  if (!deps.config.PAGES) return
  let opened: Promise<(ctx: Context) => Promise<void>> | undefined
  app.use(async (ctx: Context, next: Next) => {
    if (!isPagePath(ctx.path) && !(isPageForBrowsers(ctx.path) && wantsPage(ctx.get('accept')))) return next()
    opened ??= import('./serve-pages.ts').then(({ openPages }) => openPages(deps, routes))
    const serve = await opened
    return serve(ctx)
  })
}

/** Shows errors of every route as pages to browsers that navigate; null with PAGES=off. */
export function errorPages({ config }: Pick<IngressDeps, 'config'>): ShowError | null {
  if (!config.PAGES) return null
  return async (ctx, body) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (!(isRead || isPagePath(ctx.path)) || !wantsPage(ctx.get('accept')) || ctx.path.endsWith('.md')) return false
    const { showErrorPage } = await import('./error-page.ts')
    showErrorPage(ctx, config, body)
    return true
  }
}
