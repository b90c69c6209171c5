import type { Node } from './read-capability.ts'
import type { SurfaceVerdict } from './surface-verdict.ts'
import type { Weighed } from './weigh-path.ts'

export function surfaceOf(nodes: readonly Node[], paths: number): SurfaceVerdict['surface'] {
  const names = (pick: (node: Node) => boolean) =>
    nodes
      .filter(pick)
      .map(({ name }) => name)
      .toSorted()
  const [entry_points, sensitive_sources, sinks, amplifiers] = [
    names(({ isEntry }) => isEntry),
    names(({ isSource }) => isSource),
    names(({ isSink }) => isSink),
    names(({ isAmplifier }) => isAmplifier),
  ]
  return {
    entry_points,
    sensitive_sources,
    sinks,
    privileged_actions: names(({ effects }) =>
      effects.some(
        (effect) => effect === 'executes' || effect === 'money' || effect === 'identity' || effect === 'deletes',
      ),
    ),
    counts: {
      capabilities: nodes.length,
      entry_points: entry_points.length,
      sensitive_sources: sensitive_sources.length,
      sinks: sinks.length,
      amplifiers: amplifiers.length,
      paths,
    },
  }
}

/** Noisy-or over the worst path of each asset and sink, so that many ways to the same end count once. */
export function exposure(paths: readonly Weighed[]): number {
  const worst = new Map<string, number>()
  for (const { asset, sink, likelihood, impact } of paths) {
    const key = `${asset.name}\n${sink.name}`
    worst.set(key, Math.max(worst.get(key) ?? 0, likelihood * impact))
  }
  const spared = [...worst.values()]
    .sort((a, b) => b - a)
    .slice(0, 10)
    .reduce((rest, risk) => rest * (1 - risk), 1)
  return Math.round((1 - spared) * 100)
}
