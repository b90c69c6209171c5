import type { SiteFacts } from '../../collect/collect-site.ts'
import type { SiteReport } from '../../site-report.ts'
import { requestsOf } from '../check-performance.ts'
import { DELIVERY } from '../delivery.rules.ts'
import { finalUrlOf, headersOf } from '../site-headers.ts'

/** The site at a glance. */
export function siteSection(facts: SiteFacts): SiteReport['site'] {
  const [start] = facts.pages
  const { technologies, dns, markdown } = facts
  return {
    final_url: finalUrlOf(facts),
    status: start?.status ?? facts.headers?.status ?? null,
    title: start?.html?.titles[0] ?? markdown?.title ?? null,
    description: start?.html?.description ?? null,
    lang: start?.html?.lang ?? markdown?.lang ?? null,
    ip: dns?.records['A']?.[0]?.value ?? dns?.records['AAAA']?.[0]?.value ?? null,
    hosting: technologies?.hosting?.provider ?? deliveredBy(facts, 'hosting'),
    cdn: technologies?.hosting?.cdn ?? deliveredBy(facts, 'cdn'),
    country: null,
  }
}

function deliveredBy(facts: SiteFacts, kind: 'cdn' | 'hosting'): string | null {
  const header = headersOf(facts)
  if (header === null) return null
  const found = DELIVERY.find((sign) => {
    const value = sign.kind === kind ? header(sign.header) : null
    return value !== null && (sign.value === undefined || sign.value.test(value))
  })
  return found?.name ?? null
}

export function performanceSection({ headers, pages }: SiteFacts, score: number | null): SiteReport['performance'] {
  const [start] = pages
  const resources = start?.html?.resources
  return {
    score,
    ttfb_ms: headers?.timing_ms.ttfb ?? null,
    html_bytes: start?.bytes ?? null,
    wire_bytes: start?.wireBytes ?? null,
    requests_hint: resources === undefined ? null : requestsOf(resources),
    third_party_hosts: resources?.foreignHosts.length ?? null,
    compression: start?.headers['content-encoding'] ?? null,
    caching: headers?.caching ?? null,
    http_version: headers?.http_version ?? null,
  }
}

export function domainSection({ whois, dns }: Pick<SiteFacts, 'whois' | 'dns'>): SiteReport['domain'] {
  return {
    age_days: whois?.age_days ?? null,
    registrar: whois?.registrar?.name ?? null,
    expires_at: whois?.expires_at ?? null,
    dns_provider: dnsProvider(dns),
    mail_auth:
      dns?.mail === null || dns?.mail === undefined
        ? null
        : { spf: dns.mail.spf?.record ?? null, dmarc: dns.mail.dmarc?.policy ?? dns.mail.dmarc?.record ?? null },
  }
}

/** The domain its name servers are in. */
function dnsProvider(dns: SiteFacts['dns']): string | null {
  const server = dns?.records['NS']?.[0]?.value.toLowerCase().replace(/\.$/, '')
  return server === undefined ? null : server.split('.').slice(-2).join('.')
}
