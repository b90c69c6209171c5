import type { Config } from '#shared/config.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'

import { API_VERSION, JSON_TYPE } from '../live-document.ts'
import { type TextDocument, textDocument } from '../text-document.ts'
import { skillText } from './skill-text.ts'

const MCP_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']
const ABOUT = 'Small paid tools for agents: guards, checks, data, media and text, from a cent a call.'
const MARKDOWN = 'text/markdown; charset=utf-8'

/** A header that an MCP client may ask its user for. */
const KEY_HEADER = {
  name: 'X-Service-Key',
  description: 'A prepaid or trial service key. Without one, calls are paid by x402 in _meta.',
  isRequired: false,
  isSecret: true,
}

/**
 * The documents by which agents, their hosts and registries find this service: MCP server card and registry entry, AI
 * catalog, A2A agent card, skill.
 */
export function agentDocuments({
  config,
  catalog,
}: {
  config: Pick<Config, 'publicBaseUrl'>
  catalog: ReadonlyMap<string, CatalogEntry>
}): Record<'serverCard' | 'serverJson' | 'aiCatalog' | 'agentCard' | 'skill', TextDocument> {
  const base = config.publicBaseUrl
  const { hostname } = new URL(base)
  const remote = { type: 'streamable-http', url: `${base}/mcp`, headers: [KEY_HEADER] }
  const server = {
    // A name in the order of DNS, as the registry asks for it: com.example/farebox.
    name: `${hostname.split('.').toReversed().join('.')}/farebox`,
    title: 'Farebox',
    description: ABOUT,
    version: API_VERSION,
    websiteUrl: base,
  }
  const json = (value: object, type = JSON_TYPE) => textDocument(JSON.stringify(value), type)
  return {
    serverCard: json(
      {
        $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
        ...server,
        remotes: [{ ...remote, supportedProtocolVersions: MCP_VERSIONS }],
      },
      'application/mcp-server-card+json',
    ),
    serverJson: json({
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      ...server,
      remotes: [remote],
    }),
    aiCatalog: json(aiCatalog(base, hostname), 'application/ai-catalog+json'),
    agentCard: json(agentCard(base, catalog), 'application/a2a+json'),
    skill: textDocument(skillText(base, [...catalog.values()]), MARKDOWN),
  }
}

/** Lists the documents (AI Catalog 1.0; `type` took the place of `mediaType` in 2026). */
const aiCatalog = (base: string, hostname: string) => ({
  specVersion: '1.0',
  host: { displayName: 'Farebox', documentationUrl: `${base}/docs` },
  entries: [
    ['mcp', 'Farebox MCP server', 'application/mcp-server-card+json', '/mcp/server-card'],
    ['a2a', 'Farebox agent card', 'application/a2a+json', '/.well-known/agent-card.json'],
    ['skill', 'How an agent uses Farebox', 'text/markdown', '/skill.md'],
    ['api', 'Farebox HTTP API', 'application/vnd.oai.openapi+json', '/openapi.json'],
  ].map(([kind, displayName, type, path = '']) => ({
    identifier: `urn:air:${hostname}:farebox:${kind}`,
    displayName,
    type,
    url: base + path,
    description: ABOUT,
  })),
})

/**
 * The card of A2A 1.0. Its binding is MCP, because that is what is here: no method of A2A is served, and a card that named
 * one would be a promise that nothing keeps. Skills are the packs.
 */
function agentCard(base: string, catalog: ReadonlyMap<string, CatalogEntry>) {
  const packs = new Set([...catalog.values()].map(({ pack }) => pack))
  return {
    name: 'Farebox',
    description: ABOUT,
    version: API_VERSION,
    supportedInterfaces: [
      { url: `${base}/mcp`, protocolBinding: 'https://modelcontextprotocol.io', protocolVersion: '2026-07-28' },
    ],
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    documentationUrl: `${base}/docs`,
    iconUrl: `${base}/favicon.svg`,
    securitySchemes: {
      key: { apiKeySecurityScheme: { location: 'header', name: 'X-Service-Key', description: 'A service key.' } },
    },
    skills: [...packs].map(({ name, purpose, outcomes }) => ({
      id: name,
      name,
      description: purpose,
      tags: outcomes.map(({ slug }) => slug),
      examples: outcomes.slice(0, 3).map(({ title }) => title),
    })),
  }
}
