export type WhoisAnswer = {
  /** The server that answered, `host` or `host:port`. */
  server: string
  /** As it came, decoded; at most 64 KB. */
  text: string
  /** ISO 8601. */
  retrievedAt: string
}

/**
 * WHOIS (RFC 3912) of a domain, at the server that the root names for its top-level domain. Null: there is none. Throws
 * Refusal `upstream_unavailable`, uncharged, when a server does not answer.
 */
export type WhoisDoor = {
  ask: (domain: string, signal: AbortSignal) => Promise<WhoisAnswer | null>
}
