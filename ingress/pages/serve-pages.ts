import { readFile } from 'node:fs/promises'

import type { Context } from 'koa'

import { Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'

import type { IngressDeps } from '../deps.ts'
import { sendDocument } from '../discovery/text-document.ts'
import { answeredBy } from '../http/access-log.ts'
import { callerAddress } from '../http/caller.ts'
import type { Route } from '../http/route.ts'
import { headerOf, send } from '../surface/serve-routes.ts'
import { formTokens } from './form-token.ts'
import { pageAssets } from './page-assets.ts'
import { PAGE_TABLE, type PageEntry } from './page-table.ts'
import { keptPages } from './kept-pages.ts'
import { sendKept, sendPage } from './send-page.ts'
import { openVisit } from './visit.ts'

const ONE_YEAR = 'public, max-age=31536000, immutable'

/** Returns what answers every request for a page. Each group of pages is loaded when it is first asked for. */
export function openPages(deps: IngressDeps, routes: readonly Route[]): (ctx: Context) => Promise<void> {
  const { config, localLimiter } = deps
  const tokens = formTokens(config.SERVER_SECRET)
  const pages = keptPages()
  return async (ctx) => {
    await localLimiter.take(config.limits.discovery, ipBlock(callerAddress(ctx.req, config.TRUST_PROXY_HOPS)))
    if (ctx.path.startsWith('/assets/')) return sendAsset(ctx)
    const isText = ctx.path.endsWith('.md')
    const path = isText ? ctx.path.slice(0, -3).replace(/^\/index$/, '/') : ctx.path
    const { entry, params } = find(path)
    // What the access log names the request by.
    answeredBy(ctx, entry.path)
    const method = ctx.method === 'HEAD' ? 'GET' : ctx.method
    const load = method === 'GET' ? entry.get : method === 'POST' && !isText ? entry.post : undefined
    if (load === undefined) throw notForThisPath(ctx, entry)
    const visit = await openVisit(ctx, { deps, routes, tokens }, params)
    const kept = isText ? undefined : pages.find(visit)
    if (kept !== undefined) return sendKept(visit, kept)
    const show = await load()
    const answer = await Promise.resolve(show(visit)).catch((error: unknown) => {
      if (visit.session === null || !(error instanceof Refusal) || error.code !== 'invalid_credential') throw error
      // The session has ended: without its cookie public pages are shown, and the others lead to the sign-in.
      visit.setCookie('fb_session', '', 0)
      return { redirect: method === 'GET' ? ctx.url : '/signin' }
    })
    if (isText && 'content' in answer) {
      // Its converter is large, and only machines ask for it.
      const { asMarkdown } = await import('./as-markdown.ts')
      return asMarkdown(ctx, answer)
    }
    await sendPage(visit, answer, pages)
  }
}

async function sendAsset(ctx: Context): Promise<void> {
  if (ctx.path === '/assets/og.png') return sendPicture(ctx)
  const found = await pageAssets().read(ctx.path.slice('/assets/'.length))
  if (found === null) throw new Refusal('not_found', 'There is no such file.')
  send(ctx, await sendDocument({ header: (name) => headerOf(ctx, name) }, found, { 'Cache-Control': ONE_YEAR }))
}

/** The picture of previews has one name, because other sites keep its address. */
async function sendPicture(ctx: Context): Promise<void> {
  ctx.set('Cache-Control', 'public, max-age=86400')
  ctx.type = 'png'
  ctx.body = await readFile(new URL('./assets/og.png', import.meta.url))
}

function find(path: string): { entry: PageEntry; params: Record<string, string> } {
  for (const entry of PAGE_TABLE) {
    const match = entry.pattern.exec(path)
    if (match !== null) return { entry, params: decoded(match.groups ?? {}) }
  }
  throw noSuchPage()
}

function decoded(groups: Record<string, string>): Record<string, string> {
  try {
    const params = Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)] as const)
    // No id contains NUL or a lone surrogate, and PostgreSQL would reject the query.
    if (params.some(([, value]) => value.includes('\u0000') || !value.isWellFormed())) throw noSuchPage()
    return Object.fromEntries(params)
  } catch {
    throw noSuchPage()
  }
}

const noSuchPage = () =>
  new Refusal('not_found', 'There is no page at this address.', {
    fix: { action: 'Start at the catalog.', method: 'GET', path: '/' },
  })

function notForThisPath(ctx: Context, { get, post }: PageEntry): Refusal {
  const allowed = [...(get === undefined ? [] : ['GET', 'HEAD']), ...(post === undefined ? [] : ['POST'])]
  ctx.set('Allow', allowed.join(', '))
  return new Refusal('method_not_allowed', `${ctx.method} is not for this page.`, {
    fix: { action: `Use ${allowed.join(' or ')}.` },
  })
}
