export type WhoisAnswer = {
  /** The server that answered, `host` or `host:port`. */
  server: string
  /** The decoded answer, at most 64 KB. */
  text: string
  /** ISO 8601. */
  retrievedAt: string
}

/**
 * Queries WHOIS (RFC 3912) for a domain, at the server that the root names for its top-level domain. Returns null when
 * there is no such server. Throws Refusal `upstream_unavailable`, uncharged, when a server does not answer.
 */
export type WhoisDoor = {
  ask: (domain: string, signal: AbortSignal) => Promise<WhoisAnswer | null>
}
