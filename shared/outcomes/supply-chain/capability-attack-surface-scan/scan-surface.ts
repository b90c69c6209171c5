import { capabilityRuleset } from '#shared/engines/capability/capability-words.rules.ts'
import { conclude } from '#shared/engines/guard/verdict.ts'
import { alike } from './alike.ts'
import { preference, chokePoints } from './choke-points.ts'
import { findPaths } from './find-paths.ts'
import { minCut } from './min-cut.ts'
import { type ControlKind, type Node, readCapability } from './read-capability.ts'
import { surfaceOf, exposure } from './surface-of.ts'
import { MAX_PATHS, surfaceReasons, surfaceChecks } from './surface-reasons.ts'
import type { SurfaceVerdict, SurfaceInput } from './surface-verdict.ts'
import { trifectaOf } from './trifecta.ts'
import { type Weighed, weighPath, worstFirst, describe } from './weigh-path.ts'

const environmentFactor = { production: 1, staging: 0.8, dev: 0.6 } as const

/** Builds the graph of what an agent can do and finds the ways through it, the worst first, and the cheapest cuts. */
export function scanSurface(input: SurfaceInput): SurfaceVerdict {
  const controls = new Map<string, ControlKind[]>()
  for (const { on, kind } of input.controls ?? []) controls.set(on, [...(controls.get(on) ?? []), kind])
  const nodes = input.capabilities.map((one) => readCapability(one, controls.get(one.name) ?? [], input.assets ?? []))
  const flows = input.flows === undefined || input.flows.length === 0 ? null : flowMap(input.flows)
  const factor = environmentFactor[input.environment ?? 'production']
  const distinct = distinctPaths(nodes, flows, factor)
  const cut = cheapestCut(nodes, flows, factor)
  const trifecta = trifectaOf(nodes, flows)
  const unmodelled = nodes.filter(({ isKnown }) => !isKnown).map(({ name }) => name)
  const verdict = conclude({
    input,
    ruleset: capabilityRuleset,
    findings: surfaceReasons(distinct, trifecta, cut, unmodelled),
    checks: surfaceChecks(input, nodes, distinct, unmodelled),
    proceed: 'No path from a stranger’s text to harm was found; scan again when a capability is added.',
  })
  return {
    ...verdict,
    surface: surfaceOf(nodes, distinct.length),
    attack_paths: distinct.slice(0, MAX_PATHS).map(describe),
    lethal_trifecta: trifecta,
    choke_points: chokePoints(nodes, distinct),
    min_cut: cut,
    score: exposure(distinct),
    unmodelled,
  }
}

function flowMap(flows: readonly { from: string; to: string }[]): Map<string, Set<string>> {
  const map = new Map<string, Set<string>>()
  for (const { from, to } of flows) map.set(from, (map.get(from) ?? new Set()).add(to))
  return map
}

type Flows = ReadonlyMap<string, ReadonlySet<string>> | null

function distinctPaths(nodes: readonly Node[], flows: Flows, factor: number): Weighed[] {
  const paths = findPaths(nodes, flows, factor).map(weighPath).sort(worstFirst)
  return [...new Map(paths.map((path) => [path.steps.join('\n'), path])).values()]
}

/** The cheapest cut of all critical paths. In one context it is found over capabilities that are alike, so it is never cut short. */
function cheapestCut(nodes: readonly Node[], flows: Flows, factor: number): string[] {
  const groups =
    flows === null ? alike(nodes) : nodes.map((node) => ({ id: node.name, names: [node.name], members: [node] }))
  const groupOf = new Map(groups.flatMap((group) => group.members.map((node) => [node.name, group])))
  const critical = distinctPaths(
    groups.flatMap(({ members }) => members),
    flows,
    factor,
  ).filter(({ severity }) => severity === 'critical')
  const paths = critical.map(({ steps }) => [...new Set(steps.map((name) => groupOf.get(name)?.id ?? name))])
  const byId = new Map(groups.map((group) => [group.id, group]))
  const cut = minCut(paths, (id) => {
    const group = byId.get(id)
    return {
      name: id,
      cost: group?.names.length ?? 1,
      preference: preference(nodes, group?.names[0] ?? id) * (group?.names.length ?? 1),
    }
  })
  return cut.flatMap((id) => byId.get(id)?.names ?? [id]).toSorted()
}
