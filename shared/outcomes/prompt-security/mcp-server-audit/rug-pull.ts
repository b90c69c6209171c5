import { classifyTool } from '#shared/engines/capability/classify-tool.ts'
import { objectOr, toolLike, type ToolLike } from '#shared/engines/capability/tool-like.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { identityOf } from '#shared/engines/json/json-value.ts'
import { changeOfMeaning } from './change-of-meaning.ts'
import type { McpVerdict } from '#shared/engines/mcp/mcp-verdict.ts'

type RugPull = NonNullable<McpVerdict['rug_pull']>

/**
 * How the tools differ from those that were approved; a change that adds effects, orders or a way out is risky. `why`
 * says of each changed tool what it now means.
 */
export function rugPull(
  tools: readonly ToolLike[],
  baseline: unknown,
): { told: RugPull; why: ReadonlyMap<string, readonly string[]>; approved: readonly string[] } {
  const why = new Map<string, readonly string[]>()
  const before = new Map(toolsIn(baseline).map((tool) => [tool.name, tool]))
  const now = new Map(tools.map((tool) => [tool.name, tool]))
  const changed = [...now.values()].flatMap((tool) => {
    const old = before.get(tool.name)
    const parts = old === undefined ? [] : partsChanged(old, tool)
    if (old === undefined || parts.length === 0) return []
    const { grave, notable } = changeOfMeaning(old, tool)
    why.set(tool.name, [...grave, ...notable])
    return [{ tool: tool.name, parts, is_risky: grave.length > 0 || isRisky(old, tool) }]
  })
  const told = {
    changed,
    added: [...now.keys()].filter((name) => !before.has(name)),
    removed: [...before.keys()].filter((name) => !now.has(name)),
    unchanged: [...now.keys()].filter((name) => before.has(name)).length - changed.length,
  }
  return { told, why, approved: [...before.keys()] }
}

/** A baseline may be the list itself, an object with `tools`, or definitions by name. */
function toolsIn(baseline: unknown): ToolLike[] {
  if (Array.isArray(baseline)) return baseline.map(toolLike)
  const { tools } = objectOr(baseline)
  if (Array.isArray(tools)) return tools.map(toolLike)
  return Object.entries(objectOr(tools ?? baseline)).map(([name, tool]) => ({ ...toolLike(tool), name }))
}

const parts = ['title', 'description', 'inputSchema', 'annotations', 'scopes'] as const

const partsChanged = (old: ToolLike, now: ToolLike): string[] =>
  parts.filter((part) => identityOf(old[part] ?? null) !== identityOf(now[part] ?? null))

function isRisky(old: ToolLike, now: ToolLike): boolean {
  const had = new Set(classifyTool(old).effects)
  if (classifyTool(now).effects.some((effect) => !had.has(effect))) return true
  const text = (tool: ToolLike) => `${tool.description ?? ''}\n${JSON.stringify(tool.inputSchema ?? {})}`
  const score = (tool: ToolLike) =>
    scanForInjection(text(tool).slice(0, 50_000), { source: 'tool_description', html: false }).score
  return score(now) > score(old) + 10
}
