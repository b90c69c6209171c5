import { severities, type Severity } from '#shared/engines/guard/verdict.ts'
import type { Path } from './find-paths.ts'
import type { AttackPath } from './surface-verdict.ts'

export type Weighed = Path & { severity: Severity; steps: string[] }

export function weighPath(path: Path): Weighed {
  const risk = path.likelihood * path.impact
  const severity: Severity = risk >= 0.5 ? 'critical' : risk >= 0.28 ? 'high' : risk >= 0.12 ? 'medium' : 'low'
  const steps = [...new Set([path.entry, ...path.via, path.asset, path.sink].map(({ name }) => name))]
  return { ...path, severity, steps }
}

export const worstFirst = (a: Weighed, b: Weighed) =>
  severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
  b.likelihood * b.impact - a.likelihood * a.impact ||
  a.steps.length - b.steps.length ||
  (a.steps.join('\n') < b.steps.join('\n') ? -1 : 1)

const asiOf = ({ via, sink, entry }: Path): string | null => {
  if (via.some(({ kind }) => kind === 'memory') || entry.kind === 'memory') return 'ASI06'
  if (via.some(({ kind }) => kind === 'subagent') || sink.kind === 'subagent') return 'ASI07'
  if (sink.effects.includes('executes')) return 'ASI05'
  if (sink.effects.includes('identity')) return 'ASI03'
  if (entry.kind === 'mcp_server' || entry.kind === 'skill') return 'ASI04'
  return sink.effects.includes('money') || sink.effects.includes('deletes') ? 'ASI02' : 'ASI01'
}

export const describe = (path: Weighed, index: number): AttackPath => ({
  id: `path-${index + 1}`,
  entry: path.entry.name,
  via: path.via.map(({ name }) => name),
  asset: path.asset.name,
  sink: path.sink.name,
  steps: path.steps,
  severity: path.severity,
  likelihood: path.likelihood,
  controls_on_path: path.controls,
  owasp_asi: asiOf(path),
})
