const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Where an answer sends on to, absolute; null when it does not. A Location that is no URL is given as it came: the policy
 * refuses it. Several that differ lead nowhere.
 */
export function redirectTarget(
  status: number,
  headers: Readonly<Record<string, string | string[]>>,
  url: URL,
): string | null {
  if (!REDIRECTS.has(status)) return null
  const [location, ...others] = new Set([headers['location'] ?? []].flat())
  if (location === undefined || others.length > 0) return null
  const text = utf8(location.trim())
  return URL.parse(text, url.href)?.href ?? text
}

/** Header values come one character a byte; a Location outside ASCII is UTF-8 to every browser. */
function utf8(bytes: string): string {
  const decoded = Buffer.from(bytes, 'latin1').toString('utf8')
  return decoded.includes('\uFFFD') ? bytes : decoded
}
