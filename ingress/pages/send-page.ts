import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type { Context } from 'koa'

import type { Config } from '#shared/config.ts'

import { sendDocument } from '../discovery/text-document.ts'
import { headerOf, send } from '../surface/serve-routes.ts'
import type { KeptPage, KeptPages } from './kept-pages.ts'
import type { Page, PageAnswer, Visit } from './page.ts'
import { pageAssets } from './page-assets.ts'
import { frame } from './frame.ts'

const compress = promisify(gzip)

/** Content policy of pages: our own files only, nothing inline. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * Content policy of the page with the card form: what the processor says its script needs, and nothing more. The form of
 * the page itself is never sent.
 */
const CARD_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; connect-src 'self' https://api.stripe.com; frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; img-src 'self' data: https://*.stripe.com; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Pages are compressed for each visitor, so little is spent on it. */
const LEVEL = 1

const NOT_STALE = 'private, no-cache'

/** Shortest page in bytes that is compressed. */
const WORTH_COMPRESSING = 1_400

/**
 * Headers of pages. Their referrer policy keeps the Origin of our own forms, which the default policy would make `null`.
 */
const PAGE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  Vary: 'Accept, Accept-Encoding, Cookie',
}

/** Sets the headers of every page: it is read by no other origin, and loads nothing from one. */
export function setPageHeaders(ctx: Context): void {
  ctx.remove('Access-Control-Allow-Origin')
  ctx.remove('Access-Control-Expose-Headers')
  ctx.set(PAGE_HEADERS)
}

/** Writes the answer to a request for a page, and keeps it for the next visitors where it is the same for them. */
export async function sendPage(visit: Visit, answer: PageAnswer, pages: KeptPages): Promise<void> {
  const { ctx } = visit
  setPageHeaders(ctx)
  if ('redirect' in answer) {
    ctx.status = 303
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Location', answer.redirect)
    ctx.body = ''
    return
  }
  if ('document' in answer) {
    send(
      ctx,
      await sendDocument({ header: (name) => headerOf(ctx, name) }, answer.document, {
        Vary: PAGE_HEADERS.Vary,
        ...answer.headers,
      }),
    )
    return
  }
  if ('reply' in answer) return send(ctx, answer.reply)
  if ('fragment' in answer) {
    await write(ctx, 200, answer.fragment.text, 'no-store')
    return
  }
  if (answer.scripts?.includes('card') === true) ctx.set('Content-Security-Policy', CARD_POLICY)
  const text = renderPage(ctx, visit.deps.config, answer)
  pages.keep(visit, answer, text)
  await write(ctx, answer.status ?? 200, text, answer.isPrivate === true ? 'no-store' : NOT_STALE)
}

/** Writes a page that was kept, with the token of this visitor in its forms. */
export async function sendKept(visit: Visit, page: KeptPage): Promise<void> {
  const { ctx } = visit
  setPageHeaders(ctx)
  const [text = '', ...more] = page.parts
  if (more.length === 0) {
    if (!takesGzip(ctx)) return write(ctx, 200, text, NOT_STALE)
    page.gzipped ??= compress(text, { level: LEVEL })
    return sendBytes(ctx, 200, await page.gzipped, NOT_STALE, true)
  }
  visit.token()
  return write(ctx, 200, page.parts.join(visit.tokenText() ?? ''), NOT_STALE)
}

/** Renders a page with its frame. */
export const renderPage = (ctx: Context, config: Config, page: Page): string =>
  frame(page, { baseUrl: config.publicBaseUrl, path: ctx.path, isPlayground: !config.production, assets: pageAssets() })

async function write(ctx: Context, status: number, text: string, cache: string): Promise<void> {
  const bytes = Buffer.from(text)
  if (bytes.length < WORTH_COMPRESSING || !takesGzip(ctx)) return sendBytes(ctx, status, bytes, cache, false)
  sendBytes(ctx, status, await compress(bytes, { level: LEVEL }), cache, true)
}

function sendBytes(ctx: Context, status: number, bytes: Buffer, cache: string, isGzipped: boolean): void {
  ctx.status = status
  ctx.set('Cache-Control', cache)
  ctx.type = 'text/html; charset=utf-8'
  if (isGzipped) ctx.set('Content-Encoding', 'gzip')
  ctx.body = bytes
}

const takesGzip = (ctx: Context): boolean => ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
