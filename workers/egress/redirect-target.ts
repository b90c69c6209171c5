const REDIRECTS = new Set([301, 302, 303, 307, 308])

/**
 * Absolute target of a redirect; null for other answers. An invalid Location is returned unchanged, for the policy to
 * deny. Several different Location headers count as none.
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

/** Decodes a Location from Latin-1 header bytes as UTF-8, as browsers do. */
function utf8(bytes: string): string {
  const decoded = Buffer.from(bytes, 'latin1').toString('utf8')
  return decoded.includes('\uFFFD') ? bytes : decoded
}
