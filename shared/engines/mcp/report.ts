import { escapedExcerpt } from '../injection/escaped-excerpt.ts'
import { type FindingCode, findingRules } from './finding.rules.ts'
import type { McpFinding } from './mcp-verdict.ts'

/** Where a finding is: what it is about, its path in the body and what stands there. Never a secret in `excerpt`. */
export type Place = { item: string; path: string; excerpt?: string; severity?: McpFinding['severity'] }

/** A finding of a code at a place. */
export function finding(code: FindingCode, { item, path, excerpt = '', severity }: Place): McpFinding {
  const rule = findingRules[code]
  return {
    code,
    owasp: rule.owasp,
    severity: severity ?? rule.severity,
    item: item.slice(0, 200).toWellFormed(),
    path,
    excerpt: escapedExcerpt(excerpt, { start: 0, end: excerpt.length }),
    fix: rule.fix,
  }
}
