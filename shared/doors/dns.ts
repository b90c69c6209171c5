import type { DnsTypeName } from '#shared/lib/network/dns-record-types.rules.ts'

/** One record of an answer; names are lower case, without a final dot. */
export type DnsRecord = {
  name: string
  type: DnsTypeName
  /** Seconds. */
  ttl: number
  /** As zone files write it, without the priority. */
  value: string
  /** Of MX and SRV. */
  priority?: number
}

export type DnsAnswer = {
  /** Name of the resolver, as the installation calls it, and where it was asked. */
  resolver: string
  endpoint: string
  /** `NOERROR`, `NXDOMAIN`, `SERVFAIL`, ... */
  rcode: string
  /** The resolver says that it validated the answer. */
  ad: boolean
  /** Of the type asked for, and the aliases on the way, in the order given. */
  answers: readonly DnsRecord[]
  /** Where the name lies: owner of the SOA record of a negative answer; null where it was not sent. */
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
 * The public resolvers this installation is configured with (DNS_RESOLVERS); never the system's, and never an address of a
 * caller's. Every verb throws Refusal `url_not_allowed` for names of private networks and of this installation.
 */
export type DnsDoor = {
  /** Names of the resolvers, in order. */
  resolvers: readonly string[]
  /**
   * Asks them in order until one answers; a failure to resolve (SERVFAIL, REFUSED) is an answer only when all of them say
   * so. Throws Refusal `upstream_unavailable`, uncharged, when none answers.
   */
  ask: (question: DnsQuestion, signal: AbortSignal) => Promise<DnsAnswer>
  /** Asks one by its name, and says what was wrong when it does not answer. */
  askOne: (
    resolver: string,
    question: DnsQuestion,
    signal: AbortSignal,
  ) => Promise<{ answer: DnsAnswer } | { problem: DnsProblem; latencyMs: number }>
}
