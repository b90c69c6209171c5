import type { Node } from './read-capability.ts'

/** Capabilities that play the same parts with the same weights under the same controls. */
export type Group = { id: string; names: string[]; members: Node[] }

const signature = ({
  isEntry,
  entryLikelihood,
  isSource,
  assetWeight,
  isSink,
  sinkWeight,
  isAmplifier,
  kind,
  controls,
  effects,
}: Node) =>
  JSON.stringify([
    isEntry && entryLikelihood,
    isSource && assetWeight,
    isSink && sinkWeight,
    isAmplifier && kind,
    controls.toSorted(),
    isSink && effects.toSorted(),
  ])

/**
 * In one shared context capabilities that are alike are on the same paths, so that two of each stand for all: what is true
 * of the few is true of the many, however many there are.
 */
export function alike(nodes: readonly Node[]): Group[] {
  const groups = new Map<string, Group>()
  for (const node of nodes) {
    const id = signature(node)
    const group = groups.get(id) ?? { id, names: [], members: [] }
    group.names.push(node.name)
    if (group.members.length < 2) group.members.push(node)
    groups.set(id, group)
  }
  return [...groups.values()]
}
