import type { DnsAnswer } from '#shared/doors/dns.ts'

/** The source of a DNS answer, in the form of `Source`. */
export const dnsSource = ({ resolver, endpoint, retrievedAt, cached, ageS }: DnsAnswer) => ({
  name: resolver,
  url: endpoint,
  fetched_at: retrievedAt,
  cached,
  cache_age_s: ageS,
  stale: false,
  tried: [],
})
