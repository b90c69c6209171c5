import { parseHttpDate } from '#shared/lib/http-date.ts'

/** What a target's own headers say of its limit; seconds from `now` on. */
export type UpstreamLimit = {
  limit: number | null
  remaining: number | null
  reset_s: number | null
  retry_after_s: number | null
  source_header: string
}

type HeaderValue = string | number | readonly string[]

/** A reset above this is a time in Unix seconds; a wait of 30 years is not what a server means. */
const UNIX_FROM = 1_000_000_000

/**
 * Reads Retry-After (seconds or a date, RFC 9110), RateLimit as the IETF draft writes it now (`"default";r=50;t=30`) and
 * as it did before (`limit=100, remaining=50, reset=30`), and the RateLimit-*, X-RateLimit-* and X-Rate-Limit-* families.
 * The tightest says how it is. Null when no header says anything. Never throws.
 */
export function readLimitHeaders(headers: Readonly<Record<string, HeaderValue>>, nowMs: number): UpstreamLimit | null {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), textOf(value)]))
  const retry = lower.get('retry-after')
  const retryAfter = retry === undefined ? null : retryAfterOf(retry, nowMs)
  const found = [...structured(lower), ...families(lower, nowMs)]
  const [tightest] = found.toSorted((a, b) => (a.remaining ?? Infinity) - (b.remaining ?? Infinity))
  if (tightest === undefined && retryAfter === null) return null
  return {
    limit: tightest?.limit ?? null,
    remaining: tightest?.remaining ?? null,
    reset_s: tightest?.reset_s ?? null,
    retry_after_s: retryAfter,
    source_header: tightest?.source_header ?? 'retry-after',
  }
}

const textOf = (value: HeaderValue) => (Array.isArray(value) ? value.join(', ') : String(value)).trim()

function retryAfterOf(text: string, nowMs: number): number | null {
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Number(text)
  const at = parseHttpDate(text)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000))
}

type Found = Omit<UpstreamLimit, 'retry_after_s'>

/** The RateLimit header, whose limits of the new form stand in RateLimit-Policy (`"default";q=100;w=60`). */
function structured(headers: ReadonlyMap<string, string>): Found[] {
  const text = headers.get('ratelimit')
  if (text === undefined) return []
  const policies = new Map(
    (headers.get('ratelimit-policy') ?? '').split(',').map((item) => [nameOf(item), parameter(item, 'q')]),
  )
  return text.split(',').reduce<Found[]>((all, item) => {
    const remaining = parameter(item, 'r')
    if (remaining !== null) {
      const limit = policies.get(nameOf(item)) ?? null
      return [...all, { limit, remaining, reset_s: parameter(item, 't'), source_header: 'ratelimit' }]
    }
    return all
  }, olderForm(text))
}

function olderForm(text: string): Found[] {
  const of = (name: string) => numberIn(new RegExp(`(?:^|[,;\\s])${name}=(\\d{1,12})`, 'i').exec(text)?.[1])
  const remaining = of('remaining')
  return remaining === null ? [] : [{ limit: of('limit'), remaining, reset_s: of('reset'), source_header: 'ratelimit' }]
}

const nameOf = (item: string) => (item.split(';')[0] ?? '').trim().replaceAll('"', '')
const parameter = (item: string, name: string) => numberIn(new RegExp(`;\\s{0,9}${name}=(\\d{1,12})`).exec(item)?.[1])
const numberIn = (digits: string | undefined) => (digits === undefined ? null : Number(digits))

function families(headers: ReadonlyMap<string, string>, nowMs: number): Found[] {
  return ['ratelimit', 'x-ratelimit', 'x-rate-limit'].flatMap((family) => {
    const of = (suffix: string) => numberIn(/^\d{1,15}/.exec(headers.get(`${family}-${suffix}`) ?? '')?.[0])
    const remaining = of('remaining')
    if (remaining === null) return []
    const reset = of('reset-after') ?? of('reset')
    return [
      {
        limit: of('limit'),
        remaining,
        reset_s: reset === null ? null : fromNow(reset, nowMs),
        source_header: `${family}-remaining`,
      },
    ]
  })
}

/** Some servers send seconds, some a Unix time in seconds, some in milliseconds. */
function fromNow(reset: number, nowMs: number): number {
  if (reset < UNIX_FROM) return reset
  const seconds = reset > UNIX_FROM * 1_000 ? reset / 1_000 : reset
  return Math.max(0, Math.ceil(seconds - nowMs / 1_000))
}
