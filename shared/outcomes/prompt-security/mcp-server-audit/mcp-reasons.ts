import type { Check, Decision, Finding } from '#shared/engines/guard/verdict.ts'
import { findingRules, mcpRisks, type FindingCode } from '#shared/engines/mcp/finding.rules.ts'
import type { McpFinding, McpVerdict, McpInput, Fetched } from '#shared/engines/mcp/mcp-verdict.ts'

const decisionOf: Record<McpFinding['severity'], Decision> = {
  critical: 'block',
  high: 'review',
  medium: 'allow',
  low: 'allow',
  info: 'allow',
}

/** One reason a code; what is only a note stays a note unless the server has no tools to judge. */
export function mcpReasons(findings: readonly McpFinding[], tools: number): Finding[] {
  const byCode = new Map<string, McpFinding[]>()
  for (const one of findings) {
    const same = byCode.get(one.code)
    if (same === undefined) byCode.set(one.code, [one])
    else same.push(one)
  }
  return [...byCode].map(([code, all]): Finding => {
    const [first] = all
    // Safe: every code came from the table.
    const rule = findingRules[code as FindingCode]
    const severity = first?.severity ?? rule.severity
    // What was not seen cannot be vouched for.
    const isEmpty = (code === 'no_tools' && tools === 0) || code === 'not_fetched'
    return {
      decision: isEmpty ? 'review' : decisionOf[severity],
      code,
      severity,
      message: all.length > 1 ? `${rule.message} (${all.length} places)` : rule.message,
      path: first?.path ?? '',
      evidence: {
        owasp: rule.owasp,
        items: all.slice(0, 10).map(({ item, path, excerpt }) => ({ item, path, excerpt })),
      },
      next: rule.fix,
    }
  })
}

export function mcpChecks(seen: McpInput, findings: readonly McpFinding[], fetched: Fetched | null): Check[] {
  const check = (id: string, given: boolean, name: string, risks: readonly string[]): Check => {
    if (!given) return { id, status: 'skipped', detail: `${name} was not given.` }
    const bad = findings.filter(
      ({ owasp, severity }) => risks.includes(owasp) && severity !== 'info' && severity !== 'low',
    )
    return { id, status: bad.length > 0 ? 'fail' : 'pass', detail: `${bad.length} findings.` }
  }
  return [
    check('tools', seen.tools !== undefined, 'tools', ['MCP03', 'MCP05', 'MCP06', 'MCP10']),
    check('prompts', seen.prompts !== undefined, 'prompts', ['MCP03']),
    check('resources', seen.resources !== undefined, 'resources', ['MCP03']),
    check('server', seen.server !== undefined, 'server', ['MCP01', 'MCP02', 'MCP04', 'MCP07']),
    check('baseline', seen.baseline !== undefined, 'baseline', ['MCP04']),
    check('other_servers', seen.other_servers !== undefined, 'other_servers', ['MCP09']),
    fetched === null
      ? { id: 'live', status: 'skipped', detail: 'url was not given.' }
      : { id: 'live', status: 'pass', detail: `${fetched.tools} tools read from ${fetched.url}.` },
  ]
}

/** What can be seen of each risk in what was sent. Logging happens inside a server and cannot be seen from its lists. */
export function coverageOf(seen: McpInput): McpVerdict['coverage'] {
  const hasTools = seen.tools !== undefined
  const hasServer = seen.server !== undefined
  const checked: Record<(typeof mcpRisks)[number], boolean> = {
    MCP01: hasTools || hasServer,
    MCP02: hasServer,
    MCP03: hasTools || seen.prompts !== undefined,
    MCP04: hasServer || seen.baseline !== undefined,
    MCP05: hasTools || hasServer,
    MCP06: hasTools,
    MCP07: hasServer,
    MCP08: false,
    MCP09: seen.other_servers !== undefined,
    MCP10: hasTools,
  }
  // Safe: built from the list of all risks.
  return Object.fromEntries(
    mcpRisks.map((risk) => [risk, checked[risk] ? 'checked' : 'not_checkable']),
  ) as McpVerdict['coverage']
}
