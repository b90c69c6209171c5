import { fetchedSource } from '#shared/outcomes/lib/fetched-source.ts'

import type { SiteFacts } from '../collect/collect-site.ts'
import type { SiteReport } from '../site-report.ts'
import { checkAiReadiness } from './check-ai-readiness.ts'
import { checkContent } from './check-content.ts'
import { checkDomain } from './check-domain.ts'
import { checkPerformance } from './check-performance.ts'
import { checkSecurity } from './check-security.ts'
import { checkSeoPages } from './check-seo-pages.ts'
import { checkSeoSite } from './check-seo-site.ts'
import { CHECKS, type ScoredArea } from './checks.rules.ts'
import type { Hit } from './hit.ts'
import { aiSection } from './sections/ai-section.ts'
import { contentSection } from './sections/content-section.ts'
import { domainSection, performanceSection, siteSection } from './sections/plain-sections.ts'
import { securitySection } from './sections/security-section.ts'
import { seoSection } from './sections/seo-section.ts'
import { findingsOf, scoresOf } from './score.ts'
import { finalUrlOf, headersOf } from './site-headers.ts'
import { unknownsOf } from './unknowns.ts'

/** Judges what was learned of a site: scores by the point table, findings in the order to work on them, and the facts. */
export function judgeSite(facts: SiteFacts): SiteReport {
  const hits = [
    ...checkSecurity(facts),
    ...checkSeoSite(facts),
    ...checkSeoPages(facts),
    ...checkPerformance(facts),
    ...checkAiReadiness(facts),
    ...checkContent(facts),
    ...checkDomain(facts),
  ]
  const scores = scoresOf(hits, judgedAreas(facts))
  const issues = hits.filter(({ code }) => CHECKS[code].area === 'seo').flatMap(issuesOf)
  const asOf = facts.pages[0]?.fetchedAt ?? facts.now.toISOString()
  return {
    source: fetchedSource({ url: finalUrlOf(facts), fetchedAt: new Date(asOf) }),
    as_of: asOf,
    site: siteSection(facts),
    technologies: facts.technologies?.technologies ?? [],
    security: securitySection(facts, scores.security),
    seo: seoSection(facts, scores.seo, issues),
    performance: performanceSection(facts, scores.performance),
    domain: domainSection(facts),
    content: contentSection(facts),
    ai_readiness: aiSection(facts, scores.ai_readiness),
    screenshot: facts.screenshot,
    findings: findingsOf(hits),
    scores,
    steps: [...facts.steps],
    unknowns: unknownsOf(facts),
  }
}

/** The areas there is something to judge by; the others have no score. */
function judgedAreas(facts: SiteFacts): Set<ScoredArea> {
  const isRead = facts.pages.some(({ html, status }) => html !== null && status === 200)
  const areas: Readonly<Record<ScoredArea, boolean>> = {
    security: headersOf(facts) !== null,
    seo: isRead || (facts.pages[0]?.status ?? 0) >= 400,
    performance: facts.headers !== null || isRead,
    ai_readiness: isRead,
    content: isRead,
    domain: facts.whois !== null || facts.dns !== null,
  }
  // Safe: the record is written just above, with these very names.
  return new Set((Object.keys(areas) as ScoredArea[]).filter((area) => areas[area]))
}

function issuesOf({ code, pages, evidence }: Hit): SiteReport['seo']['issues'] {
  if (pages.length === 0) return [{ code, page: null, detail: evidence }]
  return pages.map(({ page, detail }) => ({ code, page, detail }))
}
