import { parseHttpDate } from '#shared/lib/network/http-date.ts'

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
 * as it did before (`limit=100, remaining=50, reset=30`), and the RateLimit-*, X-RateLimit-* and X-Rate-Limit-* families,
 * also with one limit for requests and one for tokens (`x-ratelimit-remaining-tokens`, as model providers send them).
 * The tightest says how it is. Null when no header says anything, or only of a window that is over. Never throws.
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

const FAMILIES = ['ratelimit', 'x-ratelimit', 'x-rate-limit'] as const
/** What a limit of a family counts, as the end of its names; most servers have one limit and say nothing. */
const COUNTED = ['', '-requests', '-tokens'] as const

function families(headers: ReadonlyMap<string, string>, nowMs: number): Found[] {
  return FAMILIES.flatMap((family) => COUNTED.map((counted) => ({ family, counted }))).flatMap(
    ({ family, counted }) => {
      const textFor = (what: string) => headers.get(`${family}-${what}${counted}`) ?? ''
      const of = (what: string) => numberIn(/^\d{1,15}/.exec(textFor(what))?.[0])
      const remaining = of('remaining')
      if (remaining === null) return []
      const reset = fromNow(textFor('reset-after') || textFor('reset'), nowMs)
      // A window that ended says nothing of the one now: whoever went by it would never ask again.
      if (reset !== null && reset < 0) return []
      return [{ limit: of('limit'), remaining, reset_s: reset, source_header: `${family}-remaining${counted}` }]
    },
  )
}

const UNIT_S: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1, ms: 0.001 }

/**
 * Whole seconds until a reset, rounded up; negative where it is over. Servers send seconds, a Unix time in seconds or
 * milliseconds, a date and time, or a span such as `6m0s` and `120ms`.
 */
function fromNow(text: string, nowMs: number): number | null {
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(text)) {
    const reset = Number(text)
    if (reset < UNIX_FROM) return Math.ceil(reset)
    const seconds = reset > UNIX_FROM * 1_000 ? reset / 1_000 : reset
    return Math.ceil(seconds - nowMs / 1_000)
  }
  if (/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms])){1,5}$/.test(text)) {
    const parts = [...text.matchAll(/([\d.]+)(ms|[dhms])/g)]
    return Math.ceil(parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (UNIT_S[unit] ?? 0), 0))
  }
  const at = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : parseHttpDate(text)
  return Number.isNaN(at) ? null : Math.ceil((at - nowMs) / 1_000)
}
