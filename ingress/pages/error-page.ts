import type { Context } from 'koa'

import type { Config } from '#shared/config.ts'

import type { ErrorBody } from '../http/error-body.ts'
import { type Html, html } from '../http/html.ts'
import { renderPage, setPageHeaders } from './send-page.ts'

const TITLES: Readonly<Record<number, string>> = {
  401: 'Sign in first',
  403: 'That is not allowed',
  404: 'Nothing is here',
  405: 'That is not how this page works',
  410: 'That is gone',
  429: 'Too many requests',
  503: 'Not right now',
}

/** Shows an error as a page, with the status that the JSON would have. */
export function showErrorPage(ctx: Context, config: Config, body: ErrorBody): void {
  const title = TITLES[ctx.status] ?? (ctx.status >= 500 ? 'Something failed on our side' : 'That did not work')
  const page = {
    title,
    description: body.error,
    isPrivate: true,
    content: html`<h1>${title}</h1>
      ${problem(body)}
      <p class="row"><a class="button" href="/">Catalog</a> <a class="button quiet" href="/docs">Docs</a></p>
      <p class="soft">Request <code>${body.request_id}</code>. Quote it when you ask us.</p>`,
  }
  setPageHeaders(ctx)
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = renderPage(ctx, config, page)
}

/** What went wrong, what it cost, and what to do next. */
export function problem(body: Pick<ErrorBody, 'error' | 'code' | 'detail' | 'fix' | 'retry_after_s'>): Html {
  const { error, code, detail, retry_after_s: wait } = body
  return html`<div class="notice wrong" role="alert">
    <p><b>${error}</b> Nothing was charged.</p>
    ${
      Array.isArray(detail)
        ? html`<ul>
            ${detail.map(({ loc, msg }) => html`<li><code>${loc.slice(1).join('.')}</code> ${msg}</li>`)}
          </ul>`
        : ''
    }
    ${actionOf(body.fix)} ${wait === null ? '' : html`<p>Try again in ${wait} s.</p>`}
    <p class="soft">
      Code <a href="/docs/errors#${code}"><code>${code}</code></a>
    </p>
  </div>`
}

function actionOf(fix: unknown): Html {
  if (typeof fix !== 'object' || fix === null || !('action' in fix)) return html``
  return html`<p>${String(fix.action)}</p>`
}
