import type { SiteFacts } from '../collect/collect-site.ts'
import { hit, type Hit, made } from './hit.ts'
import { readCsp } from './read-csp.ts'
import { finalUrlOf, headersOf, type ReadHeader } from './site-headers.ts'

const HALF_A_YEAR_S = 15_552_000

/** What the response headers leave open. */
export function checkHeaders(facts: SiteFacts): Hit[] {
  const header = headersOf(facts)
  if (header === null) return []
  const isHttps = finalUrlOf(facts).startsWith('https:')
  return [
    ...checkHsts(header, isHttps),
    ...checkPolicies(header, facts.pages[0]?.html?.metaCsp ?? null),
    ...made(
      header('x-content-type-options')?.toLowerCase().includes('nosniff') !== true &&
        hit('nosniff_missing', 'No X-Content-Type-Options header was sent.'),
      header('referrer-policy') === null && hit('referrer_policy_missing', 'No Referrer-Policy header was sent.'),
      header('permissions-policy') === null &&
        hit('permissions_policy_missing', 'No Permissions-Policy header was sent.'),
      disclosed(header),
    ),
  ]
}

function checkHsts(header: ReadHeader, isHttps: boolean): Hit[] {
  if (!isHttps) return [hit('hsts_missing', 'The site answers over plain http, where HSTS does not exist.')]
  const value = header('strict-transport-security')
  if (value === null) return [hit('hsts_missing', 'No Strict-Transport-Security header was sent.')]
  const seconds = Number(/max-age\s*=\s*"?(\d{1,12})/i.exec(value)?.[1] ?? Number.NaN)
  if (Number.isNaN(seconds))
    return [hit('hsts_missing', `Strict-Transport-Security has no max-age: ${value.slice(0, 100)}`)]
  if (seconds === 0) return [hit('hsts_missing', 'Strict-Transport-Security: max-age=0 turns it off.')]
  return made(seconds < HALF_A_YEAR_S && hit('hsts_short', `Strict-Transport-Security: max-age=${seconds}`))
}

function checkPolicies(header: ReadHeader, metaCsp: string | null): Hit[] {
  const sent = header('content-security-policy')
  const csp = sent ?? metaCsp
  const facts = csp === null ? null : readCsp(csp)
  // A frame-ancestors directive in a meta element is ignored by browsers.
  const isFramed =
    (sent !== null && readCsp(sent).hasFrameAncestors) || /deny|sameorigin/i.test(header('x-frame-options') ?? '')
  return made(
    facts === null && hit('csp_missing', 'No Content-Security-Policy was sent, nor given in the page.'),
    facts?.isUnsafe === true && hit('csp_unsafe', `Content-Security-Policy: ${facts.weakness}.`),
    !isFramed && hit('clickjacking', 'Neither frame-ancestors nor X-Frame-Options was sent.'),
  )
}

function disclosed(header: ReadHeader): Hit | null {
  const named = ['server', 'x-powered-by', 'x-aspnet-version'].flatMap((name) => {
    const value = header(name)
    return value !== null && /\d+\.\d+/.test(value) ? [`${name}: ${value.slice(0, 80)}`] : []
  })
  return named.length === 0 ? null : hit('version_disclosed', named.join(' · '))
}
