import type { Rule } from '../rule.ts'

/** What the name or description of the tool that would run the action says. */
export const toolRules = {
  destructiveName: {
    id: 'tool.destructive-name',
    family: 'tool',
    is: 'medium no item',
    message: 'The name of the tool says that it deletes, drops or revokes.',
    safer: 'Use the read-only tool to show what would go first.',
  },
  destructiveNameWide: {
    id: 'tool.destructive-name-wide',
    family: 'tool',
    is: 'high no collection',
    message: 'A tool that deletes is asked to act on everything of a kind.',
    safer: 'Name the single object.',
  },
  destructiveHint: {
    id: 'tool.destructive-hint',
    family: 'tool',
    is: 'medium with_backup item',
    message: 'The tool declares itself destructive (MCP destructiveHint).',
    safer: 'Use a tool that declares readOnlyHint.',
  },
  shellTool: {
    id: 'tool.hidden-arguments',
    family: 'tool',
    is: 'medium with_backup item',
    message: 'The call nests deeper than it can be read.',
  },
} as const satisfies Record<string, Rule>
