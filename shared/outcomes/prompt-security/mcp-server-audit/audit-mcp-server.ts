import { digestOf } from '#shared/lib/crypto/digest.ts'

import { classifyTool } from '#shared/engines/capability/classify-tool.ts'
import { effectRisk } from '#shared/engines/capability/effects.ts'
import { toolLike } from '#shared/engines/capability/tool-like.ts'
import { toxicFlows } from './toxic-flows.ts'
import { conclude, severities } from '#shared/engines/guard/verdict.ts'
import { annotationMismatch } from './annotation-mismatch.ts'
import { mcpRuleset } from '#shared/engines/mcp/finding.rules.ts'
import { mcpReasons, mcpChecks, coverageOf } from './mcp-reasons.ts'
import type { McpFinding, McpVerdict, McpInput, Fetched } from '#shared/engines/mcp/mcp-verdict.ts'
import { finding } from '#shared/engines/mcp/report.ts'
import { rugPull } from './rug-pull.ts'
import { scanTexts } from '#shared/engines/mcp/scan-texts.ts'
import { serverFindings } from './server-findings.ts'
import { shadowing } from './shadowing.ts'
import { lookAlikes } from './look-alikes.ts'
import { toolFindings, duplicates } from './tool-findings.ts'

const MAX_FINDINGS = 500

const weights = { info: 0, low: 2, medium: 6, high: 15, critical: 40 } as const

/** Judges an MCP server by what it says of itself. `input` is the body the caller sent, `seen` what is judged. */
export function auditMcpServer({
  input,
  seen,
  fetched,
  missed,
}: {
  input: McpInput
  seen: McpInput
  fetched: Fetched | null
  missed: string[]
}): McpVerdict {
  const tools = (seen.tools ?? []).map(toolLike)
  const classified = tools.map((tool, index) => ({ tool, index, ...classifyTool(tool) }))
  const { shadows, references } = shadowing(tools, seen.other_servers ?? [])
  const flows = toxicFlows(classified.map(({ tool, effects }) => ({ name: tool.name, effects })))
  const pulled = seen.baseline === undefined ? null : rugPull(tools, seen.baseline)
  const all = [
    ...classified.flatMap(({ tool, index, effects }) =>
      toolFindings(tool, effects, (seen.tools ?? [])[index], `/tools/${index}`),
    ),
    ...duplicates(tools),
    ...(seen.prompts ?? []).flatMap((prompt, index) =>
      scanTexts(prompt, nameOf(prompt, 'prompt'), `/prompts/${index}`),
    ),
    ...(seen.resources ?? []).flatMap((resource, index) =>
      scanTexts(resource, nameOf(resource, 'resource'), `/resources/${index}`),
    ),
    ...(seen.server === undefined ? [] : serverFindings(seen.server, '/server')),
    ...(flows.isTrifecta
      ? [
          finding('lethal_trifecta', {
            item: 'server',
            path: '/tools',
            excerpt: flows.flows[0]?.path.join(' → ') ?? '',
          }),
        ]
      : []),
    ...(!flows.isTrifecta && flows.flows.length > 0
      ? [
          finding('toxic_flow', {
            item: flows.flows[0]?.sink_tool ?? '',
            path: '/tools',
            excerpt: flows.flows[0]?.path.join(' → ') ?? '',
          }),
        ]
      : []),
    ...shadows.map(({ tool, other_server, other, similarity }) =>
      finding(similarity === 1 ? 'tool_shadowing' : 'similar_name', {
        item: tool,
        path: '/other_servers',
        excerpt: `${other_server}: ${other}`,
      }),
    ),
    ...references.map(({ tool, other_server, other }) =>
      finding('cross_reference', { item: tool, path: '/other_servers', excerpt: `${other_server}: ${other}` }),
    ),
    ...(pulled?.told.changed.map(({ tool, parts, is_risky }) => {
      const why = pulled.why.get(tool) ?? []
      return finding(is_risky ? 'rug_pull' : 'definition_changed', {
        item: tool,
        path: '/baseline',
        excerpt: `${parts.join(', ')}${why.length === 0 ? '' : `: ${why.join('; ')}`}`,
        // A change of meaning has to be read by somebody; one of wording is told.
        ...(why.length > 0 && !is_risky ? { severity: 'high' as const } : {}),
      })
    }) ?? []),
    ...lookAlikes(tools, pulled?.approved ?? []),
    ...(tools.length === 0 ? [finding('no_tools', { item: 'server', path: '/tools' })] : []),
    ...missed.map((what) => finding('not_fetched', { item: 'server', path: '/url', excerpt: what })),
  ]
  const findings = once(all).sort((a, b) => severities.indexOf(b.severity) - severities.indexOf(a.severity))
  const score = Math.max(0, 100 - findings.reduce((sum, { severity }) => sum + weights[severity], 0))
  const verdict = conclude({
    input,
    ruleset: mcpRuleset,
    findings: mcpReasons(findings, tools.length),
    checks: mcpChecks(seen, findings, fetched),
    proceed: 'Connect the server; pin these definitions by their hashes and compare them at every start.',
  })
  return {
    ...verdict,
    score,
    grade: gradeOf(score, findings),
    findings: findings.slice(0, MAX_FINDINGS),
    tools: classified.map(({ tool, index, effects }) => ({
      name: tool.name,
      risk: Math.max(0, ...effects.map((effect) => effectRisk[effect])),
      capabilities: effects,
      annotation_mismatch: annotationMismatch(tool, effects),
      hash: hashOf((seen.tools ?? [])[index]),
    })),
    toxic_flows: flows.flows,
    shadowing: shadows.map(({ tool, other_server, similarity }) => ({ tool, other_server, similarity })),
    rug_pull: pulled?.told ?? null,
    coverage: coverageOf(seen),
    fetched,
  }
}

const nameOf = (sent: unknown, otherwise: string) => toolLike(sent).name || otherwise

function hashOf(definition: unknown): string {
  try {
    return digestOf(definition)
  } catch {
    // Half a surrogate pair has no canonical form; the body's own digest refuses such a body before this is seen.
    return ''
  }
}

/** Removes duplicates: one finding per code and place. */
const once = (findings: readonly McpFinding[]): McpFinding[] => [
  ...new Map(findings.map((one) => [`${one.code} ${one.path} ${one.item}`, one])).values(),
]

function gradeOf(score: number, findings: readonly McpFinding[]): McpVerdict['grade'] {
  if (findings.some(({ severity }) => severity === 'critical')) return 'F'
  return score >= 90 ? 'A' : score >= 75 ? 'B' : score >= 60 ? 'C' : score >= 40 ? 'D' : 'F'
}
