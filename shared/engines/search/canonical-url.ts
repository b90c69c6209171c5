import { cleanUrl } from '#shared/engines/redirects/clean-url.ts'

const LONGEST_URL = 2_048
/** A wrapper inside a wrapper is met; more are a joke. */
const MOST_WRAPPERS = 3

/** Redirect wrappers of engines and portals that carry their target in a parameter: host (its end), path, parameter. */
const WRAPPERS: readonly { host: string; path: RegExp; param: string }[] = [
  { host: 'duckduckgo.com', path: /^\/l\/?$/, param: 'uddg' },
  { host: 'google.com', path: /^\/url$/, param: 'q' },
  { host: 'google.com', path: /^\/url$/, param: 'url' },
  { host: 'bing.com', path: /^\/news\/apiclick\.aspx$/i, param: 'url' },
  { host: 'facebook.com', path: /^\/l\.php$/, param: 'u' },
  { host: 'youtube.com', path: /^\/redirect$/, param: 'q' },
  { host: 'linkedin.com', path: /^\/redir\/redirect$/, param: 'url' },
  { host: 'steamcommunity.com', path: /^\/linkfilter\/?$/, param: 'url' },
]

/**
 * Normalises a page's URL: lower-case host, no default port, no fragment, no tracking parameters. Redirect wrappers and
 * AMP URLs are resolved if the target is in the URL itself. Null for anything but an http(s) URL.
 */
export function canonicalUrl(text: string): string | null {
  let url = webUrl(text)
  for (let turn = 0; url !== null && turn < MOST_WRAPPERS; turn += 1) {
    const inner: URL | null = unwrapped(url)
    if (inner === null) break
    url = inner
  }
  if (url === null) return null
  url.hash = ''
  url.username = ''
  url.password = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const clean = cleanUrl(url.href)
  const again = new URL(clean)
  // `ref` alone says where a visitor came from on most sites, and nothing else on the rest.
  again.searchParams.delete('ref')
  if (again.search === '') again.search = ''
  return again.searchParams.size === new URL(clean).searchParams.size ? clean : again.href
}

function webUrl(text: string): URL | null {
  const url = URL.parse(text.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return url.href.length > LONGEST_URL || url.hostname === '' ? null : url
}

/** The URL that another one carries; null when it carries none. */
function unwrapped(url: URL): URL | null {
  const host = url.hostname
  for (const { host: end, path, param } of WRAPPERS) {
    if ((host !== end && !host.endsWith(`.${end}`)) || !path.test(url.pathname)) continue
    const target = webUrl(url.searchParams.get(param) ?? '')
    if (target !== null) return target
  }
  return ampTarget(url)
}

/** `https://www.google.com/amp/s/e.com/a` and `https://e-com.cdn.ampproject.org/c/s/e.com/a` mean https://e.com/a. */
function ampTarget({ hostname, pathname, search }: URL): URL | null {
  const isCache = hostname.endsWith('.cdn.ampproject.org')
  const isViewer = hostname === 'www.google.com' || hostname === 'google.com'
  if (!isCache && !isViewer) return null
  const found = (isCache ? /^\/[acv]\/(s\/)?(.+)$/ : /^\/amp\/(s\/)?(.+)$/).exec(pathname)
  if (found === null || !(found[2] ?? '').includes('.')) return null
  return webUrl(`${found[1] === undefined ? 'http' : 'https'}://${found[2]}${search}`)
}

/** The host of a URL without a leading `www.`, as it is shown. */
export const domainOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '')
