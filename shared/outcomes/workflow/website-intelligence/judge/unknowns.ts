import type { SiteFacts } from '../collect/collect-site.ts'
import type { PartFailure } from '#shared/engines/site/collect/part-book.ts'

/** What an answer lacks without a part. */
const MISSING: Readonly<Record<string, string>> = {
  'http-headers': 'security.tls, security.cookies, performance.ttfb_ms and performance.caching are null',
  'redirect-resolve': 'redirects on the way were not judged',
  'page-markdown': 'content.word_counts.start_page_main and ai_readiness.injection_flags are null',
  screenshot: 'screenshot is null',
  'tech-fingerprint': 'technologies is empty',
  'rdap-whois': 'domain.age_days, domain.registrar and domain.expires_at are null',
  'dns-records': 'site.ip, domain.dns_provider and domain.mail_auth are null',
  'robots.txt': 'seo.robots and ai_readiness.robots_ai_rules are null, and only the start page was read',
  'sitemap.xml': 'seo.sitemap is null',
  'security.txt': 'security.security_txt is null',
  'llms.txt': 'ai_readiness.llms_txt is null',
  'agent-files': 'ai_readiness.x402, mcp and openapi are null',
  'plain-http': 'security.https_upgrade is null',
}

const WHY: Partial<Record<PartFailure, string>> = {
  late: 'not ready in time',
  timeout: 'not ready in time',
  unavailable: 'nobody runs this part right now',
  upstream_unavailable: 'it did not answer',
  url_not_allowed: 'it leads to an address that may not be fetched',
  unprocessable: 'what the site answered cannot be read',
}

/** One line for each part that failed or is not there, beginning with the part's name. */
export function unknownsOf({
  failures,
  steps,
  robots,
  dns,
}: Pick<SiteFacts, 'failures' | 'steps' | 'robots' | 'dns'>): string[] {
  const line = (part: string, why: string) => {
    const missing = MISSING[part]
    return missing === undefined ? `${part}: ${why}` : `${part}: ${why}; ${missing}`
  }
  return [
    ...[...failures].map(([part, failure]) => line(part, WHY[failure] ?? `failed on our side (${failure})`)),
    ...steps.filter(({ status }) => status === 'not_offered').map(({ step }) => line(step, 'not offered here yet')),
    ...(robots !== null && robots.status >= 500
      ? [`pages: robots.txt answered ${robots.status}, so only the start page was read`]
      : []),
    ...(dns?.mail?.spf === null ? ['domain.mail_auth.spf: the DNS did not answer for it'] : []),
    ...(dns?.mail?.dmarc === null ? ['domain.mail_auth.dmarc: the DNS did not answer for it'] : []),
    'site.country: no source for it yet',
  ]
}
