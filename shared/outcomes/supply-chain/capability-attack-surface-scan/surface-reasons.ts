import type { Check, Finding } from '#shared/engines/guard/verdict.ts'
import type { Node } from './read-capability.ts'
import type { SurfaceVerdict, SurfaceInput } from './surface-verdict.ts'
import type { Weighed } from './weigh-path.ts'

export const MAX_PATHS = 50

export function surfaceReasons(
  paths: readonly Weighed[],
  trifecta: SurfaceVerdict['lethal_trifecta'],
  cut: readonly string[],
  unmodelled: readonly string[],
): Finding[] {
  const findings: Finding[] = []
  for (const severity of ['critical', 'high', 'medium'] as const) {
    const [first, ...rest] = paths.filter((path) => path.severity === severity)
    if (first === undefined) continue
    findings.push({
      decision: severity === 'critical' ? 'block' : severity === 'high' ? 'review' : 'allow',
      code: `${severity}_path`,
      severity,
      message: `A stranger’s text can go ${first.steps.join(' → ')}${rest.length > 0 ? `, and ${rest.length} more ways like it` : ''}.`,
      path: '/capabilities',
      evidence: { steps: first.steps, likelihood: first.likelihood, controls: first.controls, paths: rest.length + 1 },
      next:
        severity === 'critical'
          ? `Gate ${cut.join(' and ')} (confirmation, allowlist or isolation), then scan again.`
          : `Put a control on ${first.sink.name}.`,
    })
  }
  if (trifecta.present) {
    const isOpen = paths.some(({ severity }) => severity === 'critical')
    findings.push({
      decision: isOpen ? 'block' : 'review',
      code: 'lethal_trifecta',
      severity: isOpen ? 'critical' : 'high',
      message: 'Untrusted content, private data and a way out share one context.',
      path: '/capabilities',
      evidence: {
        untrusted_content: trifecta.untrusted_content.slice(0, 20),
        private_data: trifecta.private_data.slice(0, 20),
        external_comms: trifecta.external_comms.slice(0, 20),
      },
    })
  }
  if (unmodelled.length > 0)
    findings.push({
      decision: 'review',
      code: 'unmodelled',
      severity: 'low',
      message: 'Some capabilities could not be classified and are in no path.',
      path: '/capabilities',
      evidence: { names: unmodelled.slice(0, 50) },
      next: 'Describe what each of them reads, writes and reaches, then scan again.',
    })
  return findings
}

export function surfaceChecks(
  input: SurfaceInput,
  nodes: readonly Node[],
  paths: readonly Weighed[],
  unmodelled: readonly string[],
): Check[] {
  const known = new Set(nodes.map(({ name }) => name))
  const isCut =
    [({ isEntry }: Node) => isEntry, ({ isSource }: Node) => isSource, ({ isSink }: Node) => isSink].some(
      (is) => nodes.filter(is).length > 30,
    ) || paths.length > MAX_PATHS
  const strays = [
    ...(input.flows ?? []).flatMap(({ from, to }) => [from, to]),
    ...(input.controls ?? []).map(({ on }) => on),
  ].filter((name) => !known.has(name))
  return [
    {
      id: 'classified',
      status: unmodelled.length > 0 ? 'warn' : 'pass',
      detail: `${nodes.length - unmodelled.length} of ${nodes.length} capabilities were classified.`,
    },
    {
      id: 'paths',
      status: paths.some(({ severity }) => severity === 'critical' || severity === 'high') ? 'fail' : 'pass',
      detail: `${paths.length} paths, ${paths.filter(({ severity }) => severity === 'critical').length} of them critical.`,
    },
    input.flows === undefined || input.flows.length === 0
      ? { id: 'flows', status: 'skipped', detail: 'flows was not given; all capabilities share one context.' }
      : { id: 'flows', status: 'pass', detail: `${input.flows.length} flows.` },
    input.controls === undefined
      ? { id: 'controls', status: 'skipped', detail: 'controls was not given.' }
      : { id: 'controls', status: 'pass', detail: `${input.controls.length} controls.` },
    {
      id: 'coverage',
      status: isCut ? 'warn' : 'pass',
      detail: isCut
        ? 'Listed are the paths of the 30 weightiest of each part; trifecta and min_cut count all.'
        : 'Every path was listed.',
    },
    strays.length > 0
      ? {
          id: 'names',
          status: 'warn',
          detail: `Named in flows or controls, but no capability: ${[...new Set(strays)].slice(0, 10).join(', ')}.`,
        }
      : { id: 'names', status: 'pass', detail: 'Every name is a capability.' },
    {
      id: 'environment',
      status: input.environment === undefined ? 'warn' : 'pass',
      detail: `Judged as ${input.environment ?? 'production'}.`,
    },
  ]
}
