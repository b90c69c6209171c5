/**
 * Where a listing can be installed. `skillFolder` takes one folder a skill, `mcpConfig` is the file that lists MCP
 * servers; by the environment: `project` is the working folder, `user` the home folder.
 */
export type InstallRuntime = {
  id: string
  name: string
  skillFolder: { project: string; user: string } | null
  mcpConfig: { project: string; user: string; key: string } | null
  verify: string
}

export const INSTALL_RUNTIMES: readonly InstallRuntime[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    skillFolder: { project: '.claude/skills', user: '~/.claude/skills' },
    mcpConfig: { project: '.mcp.json', user: '~/.claude.json', key: 'mcpServers' },
    verify: 'Start a session and ask which skills and MCP servers are there.',
  },
  {
    id: 'codex',
    name: 'Codex',
    skillFolder: { project: '.codex/skills', user: '~/.codex/skills' },
    mcpConfig: null,
    verify: 'Start a session and ask which skills are there.',
  },
  {
    id: 'cursor',
    name: 'Cursor',
    skillFolder: { project: '.cursor/skills', user: '~/.cursor/skills' },
    mcpConfig: { project: '.cursor/mcp.json', user: '~/.cursor/mcp.json', key: 'mcpServers' },
    verify: 'Open the settings and look at skills and MCP servers.',
  },
  {
    id: 'vscode',
    name: 'Visual Studio Code',
    skillFolder: { project: '.github/skills', user: '~/.copilot/skills' },
    mcpConfig: { project: '.vscode/mcp.json', user: '.vscode/mcp.json', key: 'servers' },
    verify: 'Open the command palette and list MCP servers.',
  },
  {
    id: 'generic-mcp',
    name: 'Any MCP client',
    skillFolder: null,
    mcpConfig: { project: 'mcp.json', user: 'mcp.json', key: 'mcpServers' },
    verify: 'Connect and list the tools.',
  },
  { id: 'node', name: 'Node.js', skillFolder: null, mcpConfig: null, verify: 'Import what was written.' },
  { id: 'python', name: 'Python', skillFolder: null, mcpConfig: null, verify: 'Import what was written.' },
  { id: 'docker', name: 'Docker', skillFolder: null, mcpConfig: null, verify: 'Build the image and start it.' },
  {
    id: 'generic',
    name: 'Anything else',
    skillFolder: null,
    mcpConfig: null,
    verify: 'Compare the SHA-256 of the written file with the manifest.',
  },
]

export const INSTALL_ENVIRONMENTS = ['project', 'user'] as const
