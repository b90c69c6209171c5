import type { UpstreamId } from '#shared/upstreams/registry.ts'

/** What can go wrong with one source. It is told to the caller in `tried` and counted in the metrics. */
export type UpstreamProblem =
  /** It did not answer, or not to the end, in time. */
  | 'timeout'
  /** No connection, or one that broke. */
  | 'unreachable'
  /** It said 429, or the rate we keep to leaves no room in time. */
  | 'rate_limited'
  /** Another 5xx. */
  | 'server_error'
  /** Another status that is no answer: a key it does not take, a question it does not understand. */
  | 'refused'
  /** It answered, but not with what was asked for: a wrong type, no JSON, an error inside a 200. */
  | 'bad_response'
  | 'too_large'
  /** It failed so often of late that it is left alone for a while. */
  | 'cooling_down'
  /** It is switched off, or lacks its address, key or contact. */
  | 'not_configured'

/**
 * One source failed; the next one is asked. A `read` throws it for an error inside a 200. `retryAfterMs` is how long the
 * upstream wants to be left alone: no worker asks it before.
 */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly problem: UpstreamProblem
  readonly retryAfterMs: number | undefined
  /** The HTTP status, where it was the problem. */
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

/** An answer of an upstream as `read` gets it: of the expected type, with a status that is an answer. */
export type UpstreamReply = {
  status: number
  /** Decoded by the charset that was declared, else UTF-8; other bytes are a `bad_response`, but in plain text. */
  text: () => string
  /** Tolerant of a byte order mark, of a guard such as `)]}'` before it and of raw control characters in texts. */
  json: () => unknown
}

/** One thing to ask one upstream. Everything in it may be logged and shown: it never holds a key. */
export type UpstreamQuestion<Value> = {
  upstream: UpstreamId
  /** Below the base URL, with a leading slash. `{word}` is filled from `fill`, percent-encoded. */
  path: string
  /**
   * Base URL without a trailing slash, as another upstream's answer named it, for upstreams marked `namedBy`. Never one of
   * a caller's.
   */
  base?: string
  /** Values of the placeholders in `path` and in the base URL. A host takes letters, digits and hyphens only. */
  fill?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  /** A JSON body, which makes it a POST: for questions only, asked once and never again by itself. */
  post?: unknown
  /** What kind of content is an answer. Default `json`. */
  expects?: 'json' | 'xml' | 'html' | 'text'
  /** Further request headers, lower-case names; `accept` replaces the usual one. */
  headers?: Readonly<Record<string, string>>
  /** Statuses that are answers besides 2xx, such as 404 where it means "there is none". */
  answers?: readonly number[]
  /** Seconds an answer is fresh; 0 keeps nothing. */
  ttlS: number
  /** The same for answers with a status other than 2xx. Default the smaller of `ttlS` and 600. */
  negativeTtlS?: number
  /** Seconds past that in which it may still be served when every source fails. Default 86,400. */
  staleS?: number
  /**
   * Makes the value, or throws `UpstreamError` when this is an error in disguise. Whatever else it throws counts as
   * `bad_response`. A `Refusal` ends the call. Runs again for each cached answer, so it must be pure.
   */
  read: (reply: UpstreamReply) => Value
}

/** A source that failed before another one answered, or before none did. */
export type TriedSource = { source: UpstreamId; problem: UpstreamProblem }

export type UpstreamAnswer<Value> = {
  value: Value
  /** The upstream's name. */
  source: string
  /** What was asked, without any key; null where the operator's address is nobody's business. */
  sourceUrl: string | null
  /** When the upstream gave it, ISO 8601. */
  retrievedAt: string
  cached: boolean
  /** Whole seconds since then. */
  ageS: number
  /** Older than it should be, because no source could be reached. */
  stale: boolean
  tried: readonly TriedSource[]
}

/** Clients of the services this installation is configured for. It never takes an address from a caller. */
export type UpstreamsDoor = {
  /**
   * Asks the sources in order until one answers, from the cache where that is fresh. When all fail, a stale answer is
   * served and says so; without one throws `Refusal('upstream_unavailable')`, uncharged, with `tried`. `withinMs` bounds
   * the whole, default 7,000: keep it below the outcome's `timeoutMs`.
   */
  ask: <Value>(
    sources: UpstreamQuestion<Value> | readonly UpstreamQuestion<Value>[],
    options: { signal: AbortSignal; withinMs?: number },
  ) => Promise<UpstreamAnswer<Value>>
}
