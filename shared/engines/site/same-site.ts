/** Host and port without a leading `www.`: two URLs with the same one are the same site here. */
export function siteKeyOf(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null
  return parsed.host.replace(/^www\./, '')
}

/** Whether two URLs belong to one site: the same host and port, with or without `www.`. */
export function isSameSite(one: string, other: string): boolean {
  const key = siteKeyOf(one)
  return key !== null && key === siteKeyOf(other)
}

/** An absolute http(s) URL without fragment; null for anything else a page may link to. */
export function absoluteUrl(text: string, base: string): string | null {
  const url = URL.parse(text.trim(), base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url.href.length > 2_048 ? null : url.href
}

/** Path and query: how findings and steps name a page of the site. */
export function pathOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed === null ? url : parsed.pathname + parsed.search
}

/** One page under several spellings: scheme, `www.` and a slash at the end make no difference. */
export function pageKey(url: string): string {
  const { host, pathname, search } = new URL(url)
  return host.replace(/^www\./, '') + (pathname.replace(/\/+$/, '') || '/') + search
}
