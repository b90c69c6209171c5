import type { SiteFacts } from '../../collect/collect-site.ts'
import { aiRulesOf } from '../../files/ai-rules.ts'
import type { AgentFile } from '#shared/engines/site/files/read-agent-file.ts'
import { pathOf } from '#shared/engines/site/same-site.ts'
import type { SiteReport } from '../../site-report.ts'
import { finalUrlOf } from '../site-headers.ts'
import { structuredTypes } from './seo-section.ts'

export function aiSection(facts: SiteFacts, score: number | null): SiteReport['ai_readiness'] {
  const { llmsTxt, agentFiles, robots, pages, markdown } = facts
  return {
    score,
    llms_txt:
      llmsTxt === null
        ? null
        : {
            present: llmsTxt.file !== null,
            url: llmsTxt.url,
            title: llmsTxt.file?.title ?? null,
            links: llmsTxt.file?.links ?? null,
            problems: [...(llmsTxt.file?.problems ?? [])],
          },
    robots_ai_rules:
      robots === null || robots.status >= 500
        ? null
        : aiRulesOf(robots.robots ?? { groups: [], sitemaps: [], contentSignals: [] }, pathOf(finalUrlOf(facts))),
    content_signals: [...(robots?.robots?.contentSignals ?? [])],
    // Paid operations are announced in OpenAPI too.
    x402: fileOf(agentFiles?.x402 ?? (agentFiles?.openapi?.hasPayment === true ? agentFiles.openapi : null)),
    mcp: fileOf(agentFiles?.mcp),
    openapi: fileOf(agentFiles?.openapi),
    markdown_alternate: pages[0]?.html?.hasMarkdownAlternate ?? null,
    structured_data: structuredTypes(pages),
    injection_flags: markdown === null ? null : [...markdown.injection_flags],
  }
}

function fileOf(file: AgentFile | null | undefined) {
  if (file === null || file === undefined) return null
  const { url, name, version, entries } = file
  return { url, name, version, entries }
}
