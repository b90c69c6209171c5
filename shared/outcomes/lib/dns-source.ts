import type { DnsAnswer } from '#shared/doors/dns.ts'

/** Where a DNS answer came from, as `Source` says it. */
export const dnsSource = ({ resolver, endpoint, retrievedAt, cached, ageS }: DnsAnswer) => ({
  name: resolver,
  url: endpoint,
  fetched_at: retrievedAt,
  cached,
  cache_age_s: ageS,
  stale: false,
  tried: [],
})
