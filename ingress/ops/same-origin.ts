import type { Context } from 'koa'

/**
 * Whether a state-changing request comes from our own pages or from no page. SameSite=Strict alone would allow other
 * ports and subdomains of the site.
 */
export function isSameOrigin(ctx: Context, publicBaseUrl: string): boolean {
  const site = ctx.get('sec-fetch-site')
  if (site !== '') return site === 'same-origin' || site === 'none'
  const origin = ctx.get('origin')
  if (origin === '') return true
  return origin === new URL(publicBaseUrl).origin || origin === `${ctx.protocol}://${ctx.host}`
}
