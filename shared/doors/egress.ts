/** How to fetch one URL supplied by a caller. Every omitted limit has a default. */
export type EgressRequest = {
  /** Default GET. A POST follows no redirects and is never retried automatically. */
  method?: 'GET' | 'HEAD' | 'POST'
  /** JSON body of a POST; default an empty object. */
  json?: unknown
  /** Value of the Accept header; default everything. */
  accept?: string
  /** Further request headers. Cookies, credentials and hop-by-hop headers are dropped. */
  headers?: Readonly<Record<string, string>>
  /** Redirects to follow, each checked again; 0 returns the 3xx itself. Default 10, at most 20. */
  maxRedirects?: number
  /** Bytes on the wire; default 5 MB, at most 20 MB. */
  maxWireBytes?: number
  /** Bytes after decompression; default and maximum 20 MB. */
  maxBytes?: number
  /**
   * What to do above these two limits: `refuse` (default), or `truncate`, which keeps the bytes received; a body that
   * cannot be decompressed is then empty. A decompression bomb is always refused.
   */
  overflow?: 'refuse' | 'truncate'
  /** Milliseconds for the whole request, including redirects and body. Default 10,000. */
  timeoutMs?: number
  /** The call's signal: pass `ctx.signal`. */
  signal?: AbortSignal
  /**
   * Opens a new connection and reports it (`connection`, all of `timings`). An invalid certificate is then reported
   * instead of failing. Use it to show what a server does, never to trust its content.
   */
  inspect?: boolean
}

/** A redirect that was followed: `url` answered `status` with the absolute `location`. */
export type EgressHop = { url: string; status: number; location: string; ms: number }

/** The connection, if `inspect` was set. Contains no IP address. */
export type EgressConnection = {
  httpVersion: '1.1' | '2'
  tls: EgressTls | null
}

export type EgressTls = {
  /** `TLSv1.3` or `TLSv1.2`. */
  protocol: string
  cipher: string | null
  subject: string | null
  issuer: string | null
  validFrom: string | null
  validTo: string | null
  /** Names and addresses the certificate is valid for. */
  names: readonly string[]
  sanMatch: boolean
  /**
   * Whether the certificate verifies against the public roots, for this name, now. `problem` is OpenSSL's code if not.
   */
  trusted: boolean
  problem: string | null
}

/** Milliseconds. dns, connect and tls are null where a connection was reused. */
export type EgressTimings = {
  dns: number | null
  connect: number | null
  tls: number | null
  firstByte: number
  total: number
}

export type EgressAnswer = {
  /** The URL that answered, after redirects, normalised. */
  url: string
  status: number
  /** Lower-case names. A header sent more than once is a list; `set-cookie` is always a list. */
  headers: Readonly<Record<string, string | string[]>>
  /** MIME essence in lower case; empty when the server sent none. */
  contentType: string
  /** Label of the charset parameter in lower case. */
  charset: string | null
  /** Decompressed; empty on HEAD. */
  body: Buffer
  wireBytes: number
  truncated: boolean
  hops: readonly EgressHop[]
  /** Absolute target of a redirect that was not followed (`maxRedirects: 0`); null when there is none. */
  redirect: string | null
  timings: EgressTimings
  connection: EgressConnection | null
  fetchedAt: Date
}

/**
 * The only way to fetch a URL supplied by a caller. Every hop is checked: http or https, a public name, a public
 * address, and the connection goes to that address. No cookies, no credentials.
 *
 * Throws `Refusal`, none charged: `url_not_allowed` (422; one text for every reason, also for a name that does not
 * exist), `upstream_unavailable` (502; one text for every failure to connect, to answer or to finish in time),
 * `unprocessable` (422; too large, a decompression bomb, an unsupported encoding, too many redirects).
 */
export type EgressDoor = {
  fetch: (url: string, request?: EgressRequest) => Promise<EgressAnswer>
  /**
   * Checks a URL without fetching it. Returns its normalised form; throws `url_not_allowed` when it may not be fetched.
   * For code that passes the URL to a client of the egress proxy, such as a browser.
   */
  vet: (url: string, signal?: AbortSignal) => Promise<string>
}
