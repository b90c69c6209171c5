import { type Classified, classifyTool } from '#shared/engines/capability/classify-tool.ts'
import { effectRisk } from '#shared/engines/capability/effects.ts'
import { ruleOfScope } from '#shared/engines/capability/scope-effects.ts'
import type { ToolLike } from '#shared/engines/capability/tool-like.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import type { PermissionInput } from './permission-verdict.ts'

const environmentFactor: Record<string, number> = { production: 1, staging: 0.7, dev: 0.5, development: 0.5, test: 0.5 }

const autonomyFactor: Record<string, number> = { autonomous: 1, supervised: 0.75, manual: 0.5 }

export type Held = { tool: ToolLike; classified: Classified; risk: number; used: number | null; isPoisoned: boolean }

export function hold(tool: ToolLike, { agent, usage }: PermissionInput): Held {
  const classified = classifyTool(tool)
  const worst = Math.max(
    0,
    ...classified.effects.map((effect) => effectRisk[effect]),
    ...tool.scopes.map((scope) => ruleOfScope(scope)?.risk ?? 0),
  )
  const factor =
    (environmentFactor[agent?.environment?.toLowerCase() ?? 'production'] ?? 1) *
    (autonomyFactor[agent?.autonomy?.toLowerCase() ?? 'supervised'] ?? 0.75)
  const used =
    usage === undefined
      ? null
      : usage.filter((one) => one.tool === tool.name).reduce((sum, one) => sum + (one.count ?? 1), 0)
  const isPoisoned =
    scanForInjection(`${tool.title ?? ''}\n${tool.description ?? ''}`, { source: 'tool_description', html: false })
      .decision === 'block'
  return { tool, classified, risk: Math.round(worst * factor), used, isPoisoned }
}
