import type { Effect } from '#shared/engines/capability/effects.ts'

export type Node = { name: string; effects: readonly Effect[] }
export type ToxicFlow = { source_tool: string; sink_tool: string; path: string[]; why: string }

const MAX_FLOWS = 50

const can = (effect: Effect) => (node: Node) => node.effects.includes(effect)

/**
 * Flows within one context from what strangers write or what is private to what reaches outside. With all three of them
 * (untrusted content, private data, a way out) a stranger's text can make the agent send out what is private.
 */
export function toxicFlows(nodes: readonly Node[]): { isTrifecta: boolean; flows: ToxicFlow[] } {
  const untrusted = nodes.filter(can('reads_untrusted'))
  const secret = nodes.filter(can('reads_private'))
  const outside = nodes.filter(can('network'))
  const isTrifecta = untrusted.length > 0 && secret.length > 0 && outside.length > 0
  const flows: ToxicFlow[] = []
  const add = (source: Node, middle: Node | null, sink: Node, why: string) => {
    if (flows.length >= MAX_FLOWS) return
    const path = [source, ...(middle === null ? [] : [middle]), sink].map(({ name }) => name)
    flows.push({
      source_tool: source.name,
      sink_tool: sink.name,
      path: path.filter((name, index) => name !== path[index - 1]),
      why,
    })
  }
  if (isTrifecta) {
    for (const source of untrusted.slice(0, 5)) {
      for (const middle of secret.slice(0, 5)) {
        for (const sink of outside.slice(0, 5))
          add(
            source,
            middle,
            sink,
            'A stranger’s text read by the first can make the agent send what the second reads through the last.',
          )
      }
    }
  }
  for (const source of untrusted.slice(0, 5)) {
    for (const sink of nodes.filter((node) => can('executes')(node) || can('money')(node)).slice(0, 5)) {
      add(
        source,
        null,
        sink,
        can('money')(sink)
          ? 'A stranger’s text can make the agent move money.'
          : 'A stranger’s text can become code that runs.',
      )
    }
  }
  return { isTrifecta, flows }
}
