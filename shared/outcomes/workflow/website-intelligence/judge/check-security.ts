import type { SiteFacts } from '../collect/collect-site.ts'
import { isSameSite } from '#shared/engines/site/same-site.ts'
import { checkHeaders } from './check-headers.ts'
import { hit, type Hit, keepHits, pageHit } from './hit.ts'
import { finalUrlOf } from './site-headers.ts'

const SESSION_COOKIE = /sess|sid$|auth|token|jwt|login|remember|identity/i
/** Names of paths that are kept from search engines for a reason. */
const PRIVATE_PATH =
  /admin|backup|private|secret|internal|staging|\bdev\b|config|\.env|\.git|database|dump|phpmyadmin|cgi-bin|intranet/i

/** Everything the security score is made of. */
export function checkSecurity(facts: SiteFacts): Hit[] {
  return [
    ...checkHeaders(facts),
    ...checkTransport(facts),
    ...checkTls(facts),
    ...checkCookies(facts),
    ...checkPages(facts),
    ...checkFiles(facts),
  ]
}

function checkTransport(facts: SiteFacts): Hit[] {
  const url = finalUrlOf(facts)
  const { plainHttp, redirects } = facts
  const isUpgraded = plainHttp?.location?.startsWith('https:') === true && isSameSite(plainHttp.location, url)
  return keepHits(
    url.startsWith('http:') && hit('no_https', `${url} answered without encryption.`),
    plainHttp !== null &&
      plainHttp.status !== null &&
      !isUpgraded &&
      hit(
        'no_https_redirect',
        `http://${new URL(url).host}/ answered ${plainHttp.status}${leading(plainHttp.location)}.`,
      ),
    redirects?.flags.some(({ code }) => code === 'https_downgrade') === true &&
      hit('https_downgrade', 'A hop on the way leads from https to http.'),
  )
}

const leading = (location: string | null) => (location === null ? '' : `, leading to ${location.slice(0, 200)}`)

function checkTls({ headers }: SiteFacts): Hit[] {
  const tls = headers?.tls ?? null
  if (tls === null) return []
  const days = tls.days_left
  const isExpired = days !== null && days < 0
  return keepHits(
    !tls.trusted && !isExpired && hit('tls_untrusted', `It does not verify: ${tls.problem ?? 'not for this name'}.`),
    days !== null &&
      days < 0 &&
      hit('tls_expired', `It expired ${-days} days ago (${tls.valid_to ?? 'unknown date'}).`),
    days !== null && days >= 0 && days < 14 && hit('tls_expires_soon', `It expires in ${days} days.`),
    tls.protocol !== null &&
      /(?:TLSv?1(?:\.[01])?|SSLv?\d)$/i.test(tls.protocol) &&
      hit('tls_old', `It spoke ${tls.protocol}.`),
  )
}

function checkCookies(facts: SiteFacts): Hit[] {
  const cookies = facts.headers?.cookies ?? []
  const named = (found: typeof cookies) =>
    found
      .slice(0, 5)
      .map(({ name }) => name.slice(0, 60))
      .join(', ')
  const insecure = cookies.filter(({ secure }) => !secure)
  const session = cookies.filter(({ name }) => SESSION_COOKIE.test(name))
  const readable = session.filter(({ http_only }) => !http_only)
  const anywhere = session.filter(({ same_site }) => same_site === null)
  return keepHits(
    insecure.length > 0 && hit('cookie_insecure', `Without Secure: ${named(insecure)}.`),
    readable.length > 0 && hit('cookie_readable', `Without HttpOnly: ${named(readable)}.`),
    anywhere.length > 0 && hit('cookie_same_site', `Without SameSite: ${named(anywhere)}.`),
  )
}

function checkPages({ pages }: SiteFacts): Hit[] {
  const read = pages.flatMap(({ finalUrl, html }) => (html === null ? [] : [{ url: finalUrl, html }]))
  const where = (seen: (page: (typeof read)[number]) => string | undefined) =>
    read.flatMap((page) => {
      const detail = seen(page)
      return detail === undefined ? [] : [{ url: page.url, detail: detail.slice(0, 200) }]
    })
  return keepHits(
    pageHit(
      'mixed_active',
      where(({ html }) => html.mixed.active[0]),
      read.length,
    ),
    pageHit(
      'mixed_passive',
      where(({ html }) => html.mixed.passive[0]),
      read.length,
    ),
    pageHit(
      'insecure_form',
      where(({ html, url }) => (url.startsWith('https:') ? html.insecureForms[0] : undefined)),
      read.length,
    ),
    pageHit(
      'password_over_http',
      where(({ html, url }) => (url.startsWith('http:') && html.hasPasswordField ? 'a password field' : undefined)),
      1,
    ),
    pageHit(
      'sri_missing',
      where(({ html }) => html.resources.withoutIntegrity[0]),
      read.length,
    ),
  )
}

function checkFiles({ securityTxt, robots }: SiteFacts): Hit[] {
  const problems = securityTxt?.file?.problems ?? []
  const named = privatePathsOf(robots)
  return keepHits(
    securityTxt !== null && securityTxt.file === null && hit('security_txt_missing', `Nothing at ${securityTxt.url}.`),
    problems.length > 0 && hit('security_txt_faulty', `${securityTxt?.url}: ${problems.join('; ')}.`),
    named.length > 0 && hit('private_paths_named', `robots.txt names ${named.slice(0, 8).join(', ')}.`),
  )
}

/** Disallowed paths of robots.txt whose names tell that something is kept there. */
export function privatePathsOf(robots: SiteFacts['robots']): string[] {
  const rules = robots?.robots?.groups.flatMap((group) => group.rules) ?? []
  const paths = rules
    .filter(({ allow, path }) => !allow && PRIVATE_PATH.test(path))
    .map(({ path }) => path.slice(0, 100))
  return [...new Set(paths)]
}
