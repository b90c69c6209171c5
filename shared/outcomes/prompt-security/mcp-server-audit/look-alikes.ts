import type { ToolLike } from '#shared/engines/capability/tool-like.ts'
import { lookalikes } from '#shared/engines/injection/lookalikes.rules.ts'
import { finding } from '#shared/engines/mcp/report.ts'
import type { McpFinding } from '#shared/engines/mcp/mcp-verdict.ts'
import { UNSEEN } from '#shared/lib/seen-text.ts'

/** A name as a person sees it: full-width, Cyrillic and Greek twins are the Latin letter, unseen characters nothing. */
export const skeletonOf = (name: string): string =>
  [...name.slice(0, 200).replaceAll(UNSEEN, '').normalize('NFKC').toLowerCase()]
    .map((char) => lookalikes.get(char) ?? char)
    .join('')

/** Tools whose name looks like that of another tool of the server, or of one that was approved, and is another one. */
export function lookAlikes(tools: readonly ToolLike[], approved: readonly string[]): McpFinding[] {
  const bySight = new Map<string, string>()
  for (const name of [...approved, ...tools.map(({ name }) => name)].filter((name) => /^\p{ASCII}+$/u.test(name)))
    bySight.set(skeletonOf(name), name)
  return tools.flatMap(({ name }, index) => {
    if (/^\p{ASCII}*$/u.test(name)) return []
    const twin = bySight.get(skeletonOf(name))
    return twin === undefined
      ? []
      : [
          finding('tool_shadowing', {
            item: name,
            path: `/tools/${index}/name`,
            excerpt: `${name} looks like ${twin}`,
            severity: 'critical',
          }),
        ]
  })
}
