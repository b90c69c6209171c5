import { escapedExcerpt } from '../injection/escaped-excerpt.ts'
import { maskSecrets } from '../secrets/mask-secrets.ts'
import { type FindingCode, findingRules } from './finding.rules.ts'
import type { McpFinding } from './mcp-verdict.ts'

/** Location of a finding: its item, its path in the body and an excerpt; a credential in it is not repeated. */
export type Place = { item: string; path: string; excerpt?: string; severity?: McpFinding['severity'] }

const MAX_EXCERPT = 2_000

/** A finding of a code at a place. */
export function finding(code: FindingCode, { item, path, excerpt = '', severity }: Place): McpFinding {
  const rule = findingRules[code]
  const shown = maskSecrets(excerpt.slice(0, MAX_EXCERPT))
  return {
    code,
    owasp: rule.owasp,
    severity: severity ?? rule.severity,
    item: item.slice(0, 200).toWellFormed(),
    path,
    excerpt: escapedExcerpt(shown, { start: 0, end: shown.length }),
    fix: rule.fix,
  }
}
