import type { Node } from './read-capability.ts'
import type { SurfaceVerdict } from './surface-verdict.ts'

type Flows = ReadonlyMap<string, ReadonlySet<string>> | null

const outward = ({ effects, kind, isSink }: Node) => isSink && (effects.includes('network') || kind === 'channel')

/** Whether untrusted content can reach private data and that a way out, in one context or along the flows. */
export function trifectaOf(nodes: readonly Node[], flows: Flows): SurfaceVerdict['lethal_trifecta'] {
  const open = nodes.filter(({ controls }) => !controls.includes('isolation'))
  const names = (pick: (node: Node) => boolean) =>
    open
      .filter(pick)
      .map(({ name }) => name)
      .toSorted()
  const parts = {
    private_data: names(({ isSource }) => isSource),
    untrusted_content: names(({ isEntry }) => isEntry),
    external_comms: names(outward),
  }
  const hasAll = Object.values(parts).every((list) => list.length > 0)
  return { present: hasAll && (flows === null || isJoined(open, flows)), ...parts }
}

/** From the entries to sources, and from those to a way out. */
function isJoined(open: readonly Node[], flows: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const byName = new Map(open.map((node) => [node.name, node]))
  const fromEntries = reachable(
    open.filter(({ isEntry }) => isEntry).map(({ name }) => name),
    flows,
    byName,
  )
  const sources = [...fromEntries].filter((name) => byName.get(name)?.isSource === true)
  return [...reachable(sources, flows, byName)].some((name) => {
    const node = byName.get(name)
    return node !== undefined && outward(node)
  })
}

function reachable(
  starts: readonly string[],
  flows: ReadonlyMap<string, ReadonlySet<string>>,
  open: ReadonlyMap<string, Node>,
): Set<string> {
  const seen = new Set(starts)
  const next = [...starts]
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    for (const to of flows.get(at) ?? []) {
      if (seen.has(to) || !open.has(to)) continue
      seen.add(to)
      next.push(to)
    }
  }
  return seen
}
