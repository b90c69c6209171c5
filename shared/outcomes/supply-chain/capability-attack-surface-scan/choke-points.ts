import type { Node } from './read-capability.ts'
import type { SurfaceVerdict } from './surface-verdict.ts'
import type { Weighed } from './weigh-path.ts'

const MAX_CHOKES = 20

/** Gating a way out costs least; a secret is not to be gated but to be kept apart. */
export function preference(nodes: readonly Node[], name: string): number {
  const node = nodes.find((one) => one.name === name)
  if (node === undefined) return 0
  return node.isSink ? 3 : node.isEntry ? 2 : node.isAmplifier ? 1 : 0
}

export function chokePoints(nodes: readonly Node[], paths: readonly Weighed[]): SurfaceVerdict['choke_points'] {
  const bad = paths.filter(({ severity }) => severity === 'critical' || severity === 'high')
  const counts = new Map<string, number>()
  for (const { steps } of bad) for (const name of steps) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || preference(nodes, b) - preference(nodes, a) || (a < b ? -1 : 1))
    .slice(0, MAX_CHOKES)
    .map(([capability, paths_cut]) => ({
      capability,
      paths_cut,
      suggested_control: controlFor(nodes.find(({ name }) => name === capability)),
    }))
}

function controlFor(node: Node | undefined): string {
  if (node === undefined) return 'confirm'
  if (node.effects.includes('executes')) return 'sandbox'
  if (node.isSink) return node.effects.includes('network') && !node.effects.includes('money') ? 'allowlist' : 'confirm'
  return node.isSource && !node.isEntry ? 'redaction' : 'isolation'
}
