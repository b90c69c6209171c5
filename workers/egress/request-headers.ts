import type { EgressRequest } from '#shared/doors/egress.ts'

/** Headers that are never sent to a caller's URL: credentials, identifying headers, and connection headers. */
const KEPT_BACK =
  /^(?:authorization|cookie2?|host|connection|keep-alive|transfer-encoding|content-length|te|trailer|upgrade|expect|accept-encoding|via|forwarded|x-forwarded-.*|x-real-ip|proxy-.*|:.*)$/

/** Headers of a request to a caller's URL. */
export function requestHeaders({ accept = '*/*', headers = {} }: EgressRequest, userAgent: string) {
  const further = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !KEPT_BACK.test(name))
  return { 'user-agent': userAgent, accept, ...Object.fromEntries(further), 'accept-encoding': 'gzip, deflate, br' }
}
