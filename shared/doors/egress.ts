/** How one URL of a caller's is fetched. Whatever is not said here has a limit of its own. */
export type EgressRequest = {
  /** Default GET. A POST follows no redirect and is never sent twice by itself. */
  method?: 'GET' | 'HEAD' | 'POST'
  /** The JSON body of a POST; an empty object unless said. */
  json?: unknown
  /** Value of Accept; everything by default. */
  accept?: string
  /** Further request headers. Cookies, credentials and hop-by-hop headers are dropped. */
  headers?: Readonly<Record<string, string>>
  /** Redirects followed, each vetted anew; 0 hands back the 3xx itself. Default 10, at most 20. */
  maxRedirects?: number
  /** Bytes on the wire; default 5 MB, at most 20 MB. */
  maxWireBytes?: number
  /** Bytes after decompression; default 20 MB, which is also the most. */
  maxBytes?: number
  /**
   * What happens past those two: `refuse` (default), or `truncate`, which keeps what came; a body that cannot be
   * decompressed is then empty. A bomb is refused either way.
   */
  overflow?: 'refuse' | 'truncate'
  /** Milliseconds for everything, redirects and body included. Default 10,000. */
  timeoutMs?: number
  /** The call's signal: pass `ctx.signal`. */
  signal?: AbortSignal
  /**
   * Opens a connection of its own and reports it (`connection`, all of `timings`). A certificate that does not verify is
   * then reported instead of failing: right for showing what a server does, never for trusting what it says.
   */
  inspect?: boolean
}

/** A redirect that was followed: `url` answered `status` and pointed to `location`, which is absolute. */
export type EgressHop = { url: string; status: number; location: string; ms: number }

/** What a connection was, where `inspect` asked. Never an address. */
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
  /** Names and addresses the certificate is for. */
  names: readonly string[]
  sanMatch: boolean
  /** Verified against the public roots, for this name, now. `problem` is OpenSSL's code when not. */
  trusted: boolean
  problem: string | null
}

/** Milliseconds; dns, connect and tls are null where an open connection was used again. */
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
  /** Lower-case names; a header sent more than once is a list, `set-cookie` always is. */
  headers: Readonly<Record<string, string | string[]>>
  /** MIME essence in lower case, empty when the server did not say. */
  contentType: string
  /** Label of the charset parameter in lower case. */
  charset: string | null
  /** Decompressed; empty on HEAD. */
  body: Buffer
  wireBytes: number
  truncated: boolean
  hops: readonly EgressHop[]
  /** Where an answer that was not followed points to (`maxRedirects: 0`), absolute; null when it is no redirect. */
  redirect: string | null
  timings: EgressTimings
  connection: EgressConnection | null
  fetchedAt: Date
}

/**
 * The only way to a URL that a caller supplied. Every hop is vetted: http or https, a public name, a public address that
 * is then the one dialled. No cookies, no credentials.
 *
 * Throws `Refusal`: `url_not_allowed` (422; one text whatever the reason, also for a name that does not exist),
 * `upstream_unavailable` (502; one text for every failure to connect, to answer or to finish in time), `unprocessable`
 * (422; too large, a decompression bomb, an encoding we do not read, too many redirects). None is charged.
 */
export type EgressDoor = {
  fetch: (url: string, request?: EgressRequest) => Promise<EgressAnswer>
  /**
   * Throws `url_not_allowed` when the URL may not be fetched, else gives its normalised form. For whoever hands the URL
   * to something that goes through the egress proxy by itself, such as a browser.
   */
  vet: (url: string, signal?: AbortSignal) => Promise<string>
}
