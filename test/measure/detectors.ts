import { assessDestructive } from '#shared/engines/destructive/assess.ts'
import { ruleset as destructiveRuleset } from '#shared/engines/destructive/rules.ts'
import type { InjectionSource } from '#shared/engines/injection/injection-rule.ts'
import { injectionRuleset } from '#shared/engines/injection/rules.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { auditMcpServer } from '#shared/outcomes/prompt-security/mcp-server-audit/audit-mcp-server.ts'
import { mcpRuleset } from '#shared/engines/mcp/finding.rules.ts'
import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'
import { secretRuleset } from '#shared/engines/secrets/rules.ts'

import type { Row } from './corpus.ts'

/** What a detector says of a row: `stopped` is the stronger alarm, `raised` any alarm; `by` names what raised it. */
export type Alarm = { raised: boolean; stopped: boolean; by: string[] }

export type Detector = {
  corpus: string
  ruleset: string
  isPositive: (row: Row) => boolean
  /** The kind of a row, for the tables. */
  kind: (row: Row) => string
  detect: (row: Row) => Alarm
}

const text = (row: Row, field = 'text') => {
  const value = row.input[field]
  return typeof value === 'string' ? value : ''
}
const project = ({ source }: Row) => source.split(/[ :]/)[0] ?? source

export const detectors: readonly Detector[] = [
  {
    corpus: 'destructive-commands',
    ruleset: destructiveRuleset,
    isPositive: ({ label }) => label === 'destructive',
    kind: project,
    detect: (row) => {
      const { decision, findings } = assessDestructive({ action: text(row, 'command') })
      return {
        raised: decision !== 'allow',
        stopped: decision === 'block' || decision === 'require_confirm',
        by: findings.map(({ rule_id }) => rule_id),
      }
    },
  },
  {
    corpus: 'secrets',
    ruleset: secretRuleset,
    isPositive: ({ label }) => label !== 'clean',
    kind: project,
    detect: (row) => {
      const findings = findSecrets(text(row))
      return {
        raised: findings.length > 0,
        stopped: findings.some(({ confidence }) => confidence !== 'low'),
        by: findings.map(({ rule_id }) => rule_id),
      }
    },
  },
  {
    corpus: 'prompt-injection',
    ruleset: injectionRuleset,
    isPositive: ({ label }) => label === 'injection',
    kind: (row) =>
      `${project(row)}: ${(row.note ?? '')
        .replace(/[(:;].*$/, '')
        .replace(/ [A-Z][\w/ ]*$/, '')
        .trim()}`,
    detect: (row) => {
      // Safe: the corpus names sources of ours or none.
      const source = (row.input['source'] ?? 'unknown') as InjectionSource
      const { decision, findings } = scanForInjection(text(row), { source })
      return { raised: decision !== 'allow', stopped: decision === 'block', by: findings.map(({ rule_id }) => rule_id) }
    },
  },
  {
    corpus: 'mcp-tools',
    ruleset: mcpRuleset,
    isPositive: ({ label }) => label === 'malicious',
    kind: (row) => `${project(row)}: ${(row.note ?? row.label).replace(/[(:].*$/, '').trim()}`,
    detect: ({ input }) => {
      // Safe: the corpus holds tool lists.
      const tools = input['tools'] as unknown[]
      const { decision, findings } = auditMcpServer({ input: { tools }, seen: { tools }, fetched: null, missed: [] })
      return {
        raised: decision !== 'allow',
        stopped: decision === 'block',
        by: findings.filter(({ severity }) => severity === 'critical' || severity === 'high').map(({ code }) => code),
      }
    },
  },
]
