import type { Context } from 'koa'

/**
 * Whether a request that changes something comes from one of our own pages or from no page at all. SameSite=Strict
 * alone lets other ports and subdomains of the same site through.
 */
export function isSameOrigin(ctx: Context, publicBaseUrl: string): boolean {
  const site = ctx.get('sec-fetch-site')
  if (site !== '') return site === 'same-origin' || site === 'none'
  const origin = ctx.get('origin')
  if (origin === '') return true
  return origin === new URL(publicBaseUrl).origin || origin === `${ctx.protocol}://${ctx.host}`
}
