import type { Effect } from '#shared/engines/capability/effects.ts'
import type { ToolLike } from '#shared/engines/capability/tool-like.ts'

/**
 * What a tool's annotations deny although the tool does it; null when they agree. Hints that are missing have the
 * specification's defaults (readOnlyHint false, destructiveHint true, openWorldHint true), which deny nothing.
 */
export function annotationMismatch({ annotations }: ToolLike, capabilities: readonly Effect[]): string | null {
  if (annotations === undefined) return null
  const acts = capabilities.filter(
    (effect) => effect === 'writes' || effect === 'deletes' || effect === 'executes' || effect === 'money',
  )
  if (annotations['readOnlyHint'] === true && acts.length > 0)
    return `readOnlyHint is true, but the tool ${acts.join(', ')}`
  if (annotations['destructiveHint'] === false && capabilities.includes('deletes'))
    return 'destructiveHint is false, but the tool deletes'
  if (annotations['openWorldHint'] === false && capabilities.includes('network'))
    return 'openWorldHint is false, but the tool reaches outside'
  return null
}
