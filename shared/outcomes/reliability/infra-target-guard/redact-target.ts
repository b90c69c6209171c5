import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'
import { redactPlaces } from '#shared/engines/secrets/redact-places.ts'

const named =
  /\b((?:[\w-]{0,40}(?:password|passwd|pwd|secret|token|api_?key|access_?key|sig|signature|credential)s?)\s{0,3}[=:]\s{0,3})("[^"\n]*"|'[^'\n]*'|[^\s&;,'"]+)/gi

/** A text without the credentials in it: those of URLs, of named values, and whatever has the shape of a secret. */
export function redactTarget(text: string): string {
  const withoutUsers = text.replace(
    /\b([a-z][a-z0-9+.-]{0,30}:\/\/)([^\s'"`<>|]+)/gi,
    (_, scheme: string, rest: string) => scheme + bare(rest),
  )
  const withoutNamed = withoutUsers.replace(named, (whole, name: string, value: string) =>
    /^["']?\$/.test(value) ? whole : `${name}***`,
  )
  return redactPlaces(withoutNamed, findSecrets(withoutNamed))
}

/** What follows `://`, its user's password as `***`. A password may hold a slash or an @ that nobody encoded. */
function bare(rest: string): string {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? ''
  const isCut = !authority.includes('@') && /:[^\d]/.test(authority)
  const end = isCut ? rest.lastIndexOf('@') : authority.lastIndexOf('@')
  if (end < 0) return rest
  const colon = rest.indexOf(':')
  // A lone user may be a token; the names of people and of git are not.
  const user =
    colon >= 0 && colon < end
      ? `${rest.slice(0, colon)}:***`
      : rest.slice(0, end).length > 20
        ? '***'
        : rest.slice(0, end)
  return user + rest.slice(end)
}
