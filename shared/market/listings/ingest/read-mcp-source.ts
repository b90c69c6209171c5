import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { invalidFields } from '#shared/errors.ts'

import type { FoundDraft } from './normalize-draft.ts'

/** Tech stack by start command or package registry. */
const COMMANDS: Readonly<Record<string, string>> = {
  npx: 'node',
  node: 'node',
  bunx: 'bun',
  uvx: 'python',
  uv: 'python',
  python: 'python',
  python3: 'python',
  docker: 'docker',
  npm: 'node',
  pypi: 'python',
  oci: 'docker',
}
const MOST = 50

/**
 * Reads an MCP server from JSON: a registry's server.json, a client's `mcpServers` (or `servers`) configuration, or a
 * list of tools with its `serverInfo`. Values of environment variables and headers are never copied. Throws 422 for
 * other JSON.
 */
export function readMcpSource(sent: unknown): FoundDraft {
  const source = objectOr(sent)
  const info = objectOr(source['serverInfo'] ?? source['server'])
  const servers = Object.entries(objectOr(source['mcpServers'] ?? source['servers'])).slice(0, MOST)
  const tools = (Array.isArray(source['tools']) ? source['tools'] : []).slice(0, MOST).map(objectOr)
  const packages = (Array.isArray(source['packages']) ? source['packages'] : []).slice(0, MOST).map(objectOr)
  const remotes = (Array.isArray(source['remotes']) ? source['remotes'] : []).slice(0, MOST).map(objectOr)
  const name = textOr(source['name']) ?? textOr(info['name']) ?? servers[0]?.[0]
  if (name === undefined || servers.length + tools.length + packages.length + remotes.length === 0)
    throw invalidFields({
      path: ['content'],
      msg: 'Value error, no MCP server: server.json, mcpServers or tools with a name',
    })
  const summary = textOr(source['description']) ?? textOr(info['description'])
  const configured = Object.fromEntries(servers.map(([key, server]) => [key, withoutValues(objectOr(server))]))
  return {
    kind: 'mcp_server',
    title: textOr(source['title']) ?? textOr(info['title']) ?? titleOf(name),
    summary,
    description: [
      summary ?? '',
      list(
        'Tools',
        tools.map((tool) => said(textOr(tool['name']), textOr(tool['description']))),
      ),
      list(
        'Packages',
        packages.map((one) =>
          said(textOr(one['registryType'] ?? one['registry_name']), textOr(one['identifier'] ?? one['name'])),
        ),
      ),
      list(
        'Hosted',
        remotes.map((one) => said(textOr(one['type']), undefined)),
      ),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
    tags: ['mcp'],
    tech: [
      ...servers.map(([, server]) => textOr(objectOr(server)['command'])),
      ...packages.map((one) => textOr(one['registryType'])),
    ].flatMap((command) => COMMANDS[command ?? ''] ?? []),
    license: textOr(source['license']),
    ...(servers.length === 0
      ? {}
      : { delivery: ['```json', JSON.stringify({ mcpServers: configured }, null, 2), '```', ''].join('\n') }),
  }
}

/** Copies a server's entry with the names of its environment variables and headers, without their values. */
function withoutValues(server: Record<string, unknown>): Record<string, unknown> {
  const empty = (values: unknown) => Object.fromEntries(Object.keys(objectOr(values)).map((key) => [key, '']))
  const args = (Array.isArray(server['args']) ? server['args'] : []).filter((arg) => typeof arg === 'string')
  return {
    ...(textOr(server['type']) === undefined ? {} : { type: server['type'] }),
    ...(textOr(server['command']) === undefined ? {} : { command: server['command'], args }),
    ...(textOr(server['url']) === undefined ? {} : { url: server['url'] }),
    ...(server['env'] === undefined ? {} : { env: empty(server['env']) }),
    ...(server['headers'] === undefined ? {} : { headers: empty(server['headers']) }),
  }
}

const titleOf = (name: string) => (name.split('/').at(-1) ?? name).replaceAll(/[-_.]+/g, ' ')
const said = (name: string | undefined, about: string | undefined) =>
  [name ?? '', about ?? '']
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 300)
const list = (title: string, items: readonly string[]) =>
  items.length === 0 ? '' : [`## ${title}`, ...items.map((item) => `- ${item.replaceAll(/\s+/g, ' ')}`)].join('\n')
