import type { SiteFacts } from '../../collect/collect-site.ts'
import { isSameSite, pathOf } from '#shared/engines/site/same-site.ts'
import type { SiteReport } from '../../site-report.ts'
import { headerChecksOf } from '../check-headers.ts'
import { privatePathsOf } from '../check-security.ts'
import { gradeOf } from '../score.ts'
import { finalUrlOf, headersOf } from '../site-headers.ts'

export function securitySection(facts: SiteFacts, score: number | null): SiteReport['security'] {
  const { headers, securityTxt, pages } = facts
  const checks = headerChecksOf(facts)
  return {
    grade: score === null ? null : gradeOf(score),
    score,
    headers: checks === null ? null : [...checks],
    tls: headers?.tls ?? null,
    cookies: headers?.cookies ?? null,
    https_upgrade: upgradeOf(facts),
    security_txt:
      securityTxt === null
        ? null
        : {
            present: securityTxt.file !== null,
            url: securityTxt.url,
            contacts: [...(securityTxt.file?.contacts ?? [])],
            expires: securityTxt.file?.expires ?? null,
            signed: securityTxt.file?.signed ?? false,
            problems: [...(securityTxt.file?.problems ?? [])],
          },
    mixed_content: pages.flatMap(({ finalUrl, html }) => [
      ...(html?.mixed.active ?? []).map((url) => ({ page: finalUrl, kind: 'active' as const, url })),
      ...(html?.mixed.passive ?? []).map((url) => ({ page: finalUrl, kind: 'passive' as const, url })),
    ]),
    exposed: exposedBy(facts),
  }
}

function upgradeOf(facts: SiteFacts): boolean | null {
  const { plainHttp } = facts
  if (plainHttp === null || plainHttp.status === null) return null
  return plainHttp.location?.startsWith('https:') === true && isSameSite(plainHttp.location, finalUrlOf(facts))
}

function exposedBy(facts: SiteFacts): SiteReport['security']['exposed'] {
  const { securityTxt, agentFiles, robots, llmsTxt } = facts
  const header = headersOf(facts)
  const software = ['server', 'x-powered-by'].flatMap((name) => header?.(name) ?? [])
  const found = (url: string, detail: string) => [{ path: pathOf(url), detail }]
  return [
    ...(software.length === 0 ? [] : found(finalUrlOf(facts), `headers name ${software.join(', ').slice(0, 200)}`)),
    ...privatePathsOf(robots).map((path) => ({ path: '/robots.txt', detail: `names ${path}` })),
    ...(securityTxt === null || securityTxt.file === null ? [] : found(securityTxt.url, 'security contact')),
    ...(llmsTxt === null || llmsTxt.file === null ? [] : found(llmsTxt.url, 'guide for agents')),
    ...(agentFiles?.openapi
      ? found(agentFiles.openapi.url, `API with ${agentFiles.openapi.entries ?? 0} operations`)
      : []),
    ...(agentFiles?.mcp ? found(agentFiles.mcp.url, 'MCP server card') : []),
    ...(agentFiles?.x402 ? found(agentFiles.x402.url, 'list of paid resources') : []),
  ]
}
