/** What a Set-Cookie header says of a cookie. Never its value. */
export type CookieFacts = {
  name: string
  secure: boolean
  http_only: boolean
  same_site: 'Strict' | 'Lax' | 'None' | null
  path: string | null
  domain: string | null
  max_age: number | null
}

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

/** Reads one Set-Cookie header (RFC 6265, 5.2). */
export function readCookie(header: string): CookieFacts {
  const [pair = '', ...attributes] = header.split(';')
  const given = new Map(
    attributes.map((attribute) => {
      const [name = '', ...value] = attribute.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()]
    }),
  )
  const maxAge = given.get('max-age')
  const sameSite = given.get('samesite')?.toLowerCase() ?? ''
  return {
    name: nameOf(pair),
    secure: given.has('secure'),
    http_only: given.has('httponly'),
    // Safe: only the names of the table are looked up.
    same_site: Object.hasOwn(SAME_SITE, sameSite) ? SAME_SITE[sameSite as keyof typeof SAME_SITE] : null,
    path: given.get('path') ?? null,
    domain: given.get('domain') ?? null,
    max_age: maxAge !== undefined && /^-?\d{1,15}$/.test(maxAge) ? Number(maxAge) : null,
  }
}

/** The header with its value taken out. */
export function withoutValue(header: string): string {
  const [pair = '', ...attributes] = header.split(';')
  return [`${nameOf(pair)}=[redacted]`, ...attributes].join(';')
}

/** A pair without `=` is a value without a name: nothing of it is shown. */
const nameOf = (pair: string) => (pair.includes('=') ? (pair.split('=')[0] ?? '').trim() : '')
