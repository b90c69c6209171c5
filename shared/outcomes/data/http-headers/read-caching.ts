import { parseHttpDate } from '#shared/lib/network/http-date.ts'

export type CachingFacts = {
  cacheable: boolean
  /** Seconds a browser may keep it without asking; null where the answer does not say. */
  max_age_s: number | null
  /** Seconds a shared cache may keep it; null where the answer does not say. */
  shared_max_age_s: number | null
  validators: string[]
  directives: string[]
  vary: string[]
}

/** Statuses that may be kept without being told so (RFC 9110, 15.1). */
const HEURISTIC = new Set([200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])

/** What an answer says about keeping it (RFC 9111). */
export function readCaching(status: number, first: (name: string) => string | null): CachingFacts {
  const directives = listOf(first('cache-control'))
  const seconds = (name: string) => {
    const value = directives.find((directive) => directive.startsWith(`${name}=`))?.slice(name.length + 1)
    return value !== undefined && /^"?\d{1,12}"?$/.test(value) ? Number(value.replaceAll('"', '')) : null
  }
  const vary = listOf(first('vary'))
  const maxAge = seconds('max-age') ?? expiresIn(first('expires'), first('date'))
  const isPrivate = directives.some((directive) => directive === 'private' || directive.startsWith('private='))
  const isKept =
    maxAge !== null || seconds('s-maxage') !== null || directives.includes('public') || HEURISTIC.has(status)
  return {
    cacheable: isKept && !directives.includes('no-store') && !vary.includes('*'),
    max_age_s: directives.includes('no-cache') ? 0 : maxAge,
    shared_max_age_s: isPrivate ? null : (seconds('s-maxage') ?? maxAge),
    validators: ['etag', 'last-modified'].filter((name) => first(name) !== null),
    directives,
    vary,
  }
}

function expiresIn(expires: string | null, date: string | null): number | null {
  if (expires === null) return null
  const until = parseHttpDate(expires)
  // A date that cannot be read, such as 0, means expired.
  if (Number.isNaN(until)) return 0
  const from = parseHttpDate(date ?? '')
  return Number.isNaN(from) ? null : Math.max(0, Math.round((until - from) / 1_000))
}

const listOf = (header: string | null) =>
  (header ?? '')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
