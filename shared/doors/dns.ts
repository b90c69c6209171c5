import type { DnsTypeName } from '#shared/lib/network/dns-record-types.rules.ts'

/** One record of an answer. Names are lower case, without a final dot. */
export type DnsRecord = {
  name: string
  type: DnsTypeName
  /** Seconds. */
  ttl: number
  /** In zone file format, without the priority. */
  value: string
  /** Only for MX and SRV. */
  priority?: number
}

export type DnsAnswer = {
  /** The configured name of the resolver, and the endpoint that answered. */
  resolver: string
  endpoint: string
  /** `NOERROR`, `NXDOMAIN`, `SERVFAIL`, ... */
  rcode: string
  /** AD flag: the resolver says that it validated the answer. */
  ad: boolean
  /** Records of the requested type and the aliases leading to them, in the order received. */
  answers: readonly DnsRecord[]
  /** Owner of the SOA record in a negative answer; null where none was sent. */
  zone: string | null
  latencyMs: number
  /** ISO 8601. */
  retrievedAt: string
  cached: boolean
  ageS: number
}

export type DnsQuestion = { name: string; type: DnsTypeName }
export type DnsProblem = 'timeout' | 'unreachable' | 'bad_response'

/**
 * The public resolvers configured in DNS_RESOLVERS; never the system's resolver or an address supplied by the caller.
 * Every method throws Refusal `url_not_allowed` for names of private networks and of this installation.
 */
export type DnsDoor = {
  /** Names of the resolvers, in order. */
  resolvers: readonly string[]
  /**
   * Queries the resolvers in order until one answers. A failure (SERVFAIL, REFUSED) is returned only when all resolvers
   * fail. Throws Refusal `upstream_unavailable`, uncharged, when none answers.
   */
  ask: (question: DnsQuestion, signal: AbortSignal) => Promise<DnsAnswer>
  /** Queries one resolver by name. Returns the problem when it does not answer. */
  askOne: (
    resolver: string,
    question: DnsQuestion,
    signal: AbortSignal,
  ) => Promise<{ answer: DnsAnswer } | { problem: DnsProblem; latencyMs: number }>
}
