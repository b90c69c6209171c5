import type { Effect } from '#shared/engines/capability/effects.ts'
import type { ToolLike } from '#shared/engines/capability/tool-like.ts'
import { annotationMismatch } from './annotation-mismatch.ts'
import type { McpFinding } from '#shared/engines/mcp/mcp-verdict.ts'
import { finding } from '#shared/engines/mcp/report.ts'
import { scanTexts } from '#shared/engines/mcp/scan-texts.ts'
import { schemaSmells } from './schema-smells.ts'

export function toolFindings(tool: ToolLike, effects: readonly Effect[], sent: unknown, root: string): McpFinding[] {
  const mismatch = annotationMismatch(tool, effects)
  const place = { item: tool.name, path: root }
  return [
    ...scanTexts(sent, tool.name, root),
    ...schemaSmells(tool, effects, root),
    ...(mismatch === null
      ? []
      : [finding('annotation_mismatch', { item: tool.name, path: `${root}/annotations`, excerpt: mismatch })]),
    ...(tool.annotations === undefined ? [finding('missing_annotations', place)] : []),
    ...(tool.name === '' ? [finding('unnamed_tool', place)] : []),
    ...((tool.description ?? '').trim() === '' ? [finding('no_description', place)] : []),
  ]
}

export function duplicates(tools: readonly ToolLike[]): McpFinding[] {
  const seen = new Set<string>()
  return tools.flatMap(({ name }, index) => {
    const isKnown = seen.has(name)
    seen.add(name)
    return isKnown && name !== ''
      ? [finding('duplicate_tool', { item: name, path: `/tools/${index}`, excerpt: name })]
      : []
  })
}
