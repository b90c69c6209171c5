import { z } from 'zod'

import { guardInput } from '#shared/engines/guard/guard-input.ts'
import { mcpVerdict } from '#shared/engines/mcp/mcp-verdict.ts'
import { invalidFields } from '#shared/errors.ts'
import { jsonObject } from '#shared/lib/bounded-record.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import example from './example.json' with { type: 'json' }

const definition = jsonObject()

export const mcpServerAudit = defineOutcome({
  slug: 'mcp-server-audit',
  title: 'MCP server audit',
  description:
    'Audits an MCP server: every text a model will read (schemas too) for hidden orders, what each tool can do against its ' +
    'annotations, over-broad schemas and scopes, secrets, how it is started and reached, shadowing, rug pulls and toxic ' +
    'flows, mapped to the OWASP MCP Top 10. From its lists, or live over Streamable HTTP without credentials.',
  cents: 8,
  timeoutMs: 15_000,
  maxBodyBytes: 4 * 1024 * 1024,
  // An env may hold credentials.
  secrets: ['server'],
  decisions: ['allow', 'review', 'block'],
  types: {
    takes: { tools: 'tool-list', url: 'url', server: 'json', baseline: 'json' },
    gives: { decision: 'decision', findings: 'json' },
    either: ['tools', 'url'],
  },
  input: () =>
    guardInput({
      tools: z.array(definition).max(1_000).optional().describe('tools/list'),
      prompts: z.array(definition).max(1_000).optional().describe('prompts/list'),
      resources: z.array(definition).max(1_000).optional().describe('resources/list'),
      server: definition
        .optional()
        .describe(
          '{name, version, instructions, capabilities, transport: stdio|http|sse, url, auth: none|bearer|oauth2.1|mtls, package, command, args, env}',
        ),
      baseline: z
        .union([definition, z.array(definition).max(1_000)])
        .optional()
        .describe('earlier tools for rug-pull comparison'),
      other_servers: z
        .array(definition)
        .max(50)
        .optional()
        .describe('{name, tools} also connected, for shadowing and cross-server flows'),
      url: z
        .string()
        .max(2_048)
        .optional()
        .describe('optional live fetch of initialize and tools/list over Streamable HTTP (no credentials)'),
    }),
  output: mcpVerdict,
  example: exampleFrom(example),
  check: ({ tools, server, url }) => {
    if (tools === undefined && server === undefined && url === undefined) {
      throw invalidFields({ path: [], msg: 'Value error, send tools, server or url' })
    }
    if (url !== undefined) refuseUnlessWebUrl(url)
  },
  async run(input, { egress, compute, signal }) {
    const { url } = input
    if (url === undefined)
      return compute('auditMcpServer', { input, seen: input, fetched: null, missed: [] }, { signal, cpuMs: 8_000 })
    const { fetchLive } = await import('./fetch-live.ts')
    const { fetched, missed, server, ...lists } = await fetchLive(url, egress, signal)
    const seen = {
      ...lists,
      server: { ...server, ...input.server },
      baseline: input.baseline,
      other_servers: input.other_servers,
    }
    return compute('auditMcpServer', { input, seen, fetched, missed }, { signal, cpuMs: 6_000 })
  },
})
