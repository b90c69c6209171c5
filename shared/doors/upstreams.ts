import type { UpstreamId } from '#shared/upstreams/registry.ts'

/** Why a source did not answer. Reported to the caller in `tried`, and counted in the metrics. */
export type UpstreamProblem =
  /** No complete answer in time. */
  | 'timeout'
  /** The connection failed or broke. */
  | 'unreachable'
  /** Status 429, or our own rate limit has no room in time. */
  | 'rate_limited'
  /** Any other 5xx. */
  | 'server_error'
  /** Another status that is not an answer: a rejected key, an invalid question. */
  | 'refused'
  /** The answer was not the expected one: a wrong type, not JSON, an error inside a 200. */
  | 'bad_response'
  | 'too_large'
  /** The source failed repeatedly and is skipped for a while. */
  | 'cooling_down'
  /** The source is switched off, or its address, key or contact is not configured. */
  | 'not_configured'

/**
 * One source failed; the next one is tried. `read` throws it for an error inside a 200. `retryAfterMs` is how long no
 * worker asks the upstream again, as it requested.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly problem: UpstreamProblem
  readonly retryAfterMs: number | undefined
  /** The HTTP status, if that was the problem. */
  readonly status: number | undefined

  constructor(
    problem: UpstreamProblem,
    message: string,
    more: { retryAfterMs?: number | undefined; status?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause })
    this.problem = problem
    this.retryAfterMs = more.retryAfterMs
    this.status = more.status
  }
}

/** An upstream's answer as passed to `read`: of the expected type, with a status that counts as an answer. */
export type UpstreamReply = {
  status: number
  /** Decoded by the declared charset, else UTF-8. Invalid bytes are a `bad_response`, except in plain text. */
  text: () => string
  /** Parses JSON. Tolerates a byte order mark, a guard prefix such as `)]}'`, and raw control characters in strings. */
  json: () => unknown
}

/** One question to one upstream. All of it may be logged and shown, so it never contains a key. */
export type UpstreamQuestion<Value> = {
  upstream: UpstreamId
  /** Path below the base URL, with a leading slash. `{word}` is replaced by the percent-encoded value in `fill`. */
  path: string
  /**
   * Base URL without a trailing slash, as named by another upstream's answer, for upstreams marked `namedBy`. Never
   * supplied by a caller.
   */
  base?: string
  /**
   * Values of the placeholders in `path` and in the base URL. In a host, only letters, digits and hyphens are allowed.
   */
  fill?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** JSON body; makes the request a POST. For queries only; a POST is not retried automatically. */
  post?: unknown
  /** The expected content type. Default `json`. */
  expects?: 'json' | 'xml' | 'html' | 'text'
  /** Further request headers, lower-case names; `accept` replaces the default. */
  headers?: Readonly<Record<string, string>>
  /** Statuses besides 2xx that count as answers, such as 404 for "there is none". */
  answers?: readonly number[]
  /** Seconds an answer is fresh; 0 disables caching. */
  ttlS: number
  /** `ttlS` of answers with a status other than 2xx. Default the smaller of `ttlS` and 600. */
  negativeTtlS?: number
  /** Seconds after `ttlS` in which the answer may still be served when every source fails. Default 86,400. */
  staleS?: number
  /**
   * Returns the value, or throws `UpstreamError` for an error inside a successful answer. Any other error counts as
   * `bad_response`. A `Refusal` ends the call. It also runs for each cached answer, so it must be pure.
   */
  read: (reply: UpstreamReply) => Value
}

/** A source that failed before another one answered, or before the request was refused. */
export type TriedSource = { source: UpstreamId; problem: UpstreamProblem }

export type UpstreamAnswer<Value> = {
  value: Value
  /** The upstream's name. */
  source: string
  /** The URL that was requested, without any key; null where the operator's address is private. */
  sourceUrl: string | null
  /** When the upstream answered, ISO 8601. */
  retrievedAt: string
  cached: boolean
  /** Whole seconds since then. */
  ageS: number
  /** Whether the answer is older than `ttlS`, because no source could be reached. */
  stale: boolean
  tried: readonly TriedSource[]
}

/** Clients of the upstream services configured in this installation. Never uses an address supplied by a caller. */
export type UpstreamsDoor = {
  /**
   * Asks the sources in order until one answers; a fresh cached answer is used. When all fail, a stale answer is
   * returned and marked; without one it throws `Refusal('upstream_unavailable')`, uncharged, with `tried`. `withinMs`
   * limits the whole, default 7,000. Keep it below the outcome's `timeoutMs`.
   */
  ask: <Value>(
    sources: UpstreamQuestion<Value> | readonly UpstreamQuestion<Value>[],
    options: { signal: AbortSignal; withinMs?: number },
  ) => Promise<UpstreamAnswer<Value>>
}
