import { Refusal } from '#shared/errors.ts'
import type { EgressAnswer, EgressDoor } from '#shared/doors/egress.ts'

import { objectOr, textOr } from '#shared/engines/capability/tool-like.ts'
import { openMcpSession, type McpSession, resultIn } from './mcp-session.ts'
import type { McpVerdict } from '#shared/engines/mcp/mcp-verdict.ts'

/** What a live server says of itself, in the form the body has it. */
export type LiveServer = {
  server: Record<string, unknown>
  tools: unknown[]
  prompts: unknown[]
  resources: unknown[]
  fetched: NonNullable<McpVerdict['fetched']>
  /** Parts that could not be read, in a few words. */
  missed: string[]
}

const PROTOCOL = '2025-06-18'
const MAX_PAGES = 5
const MAX_ITEMS = 1_000
const lists = [
  { method: 'tools/list', member: 'tools' },
  { method: 'prompts/list', member: 'prompts' },
  { method: 'resources/list', member: 'resources' },
] as const

/**
 * Reads a server's lists over Streamable HTTP (MCP 2025-06-18): initialize, then the lists, without credentials. At most
 * five pages and 1,000 items of each, 8 s for all. Throws what the egress door throws for initialize and tools/list, and
 * `unprocessable` when the URL answers as no MCP server does; any other list that was not read is told in `missed`.
 */
export async function fetchLive(url: string, egress: EgressDoor, signal: AbortSignal): Promise<LiveServer> {
  const session = openMcpSession(url, egress, signal)
  const first = await session.send('initialize', {
    protocolVersion: PROTOCOL,
    capabilities: {},
    clientInfo: { name: 'farebox-audit', version: '1' },
  })
  const hello = resultIn(first)
  if (hello === null) throw noServer(first)
  // Both go back as headers, so only what may stand in one is taken over.
  const id = /^[\x21-\x7e]{1,1000}$/.exec(String([first.headers['mcp-session-id'] ?? ''].flat()[0]))?.[0]
  const version = /^\d{4}-\d{2}-\d{2}$/.exec(textOr(hello['protocolVersion']) ?? '')?.[0]
  session.take({ 'mcp-session-id': id, 'mcp-protocol-version': version })
  await session.send('notifications/initialized').catch(unlessRefused)
  const capabilities = objectOr(hello['capabilities'])
  const found: Record<'tools' | 'prompts' | 'resources', unknown[]> = { tools: [], prompts: [], resources: [] }
  const missed: string[] = []
  for (const { method, member } of lists) {
    if (member !== 'tools' && capabilities[member] === undefined) continue
    const { items, isWhole } = await readList(session, method, member)
    found[member] = items
    if (!isWhole) missed.push(items.length === 0 ? method : `${method} after ${items.length} items`)
  }
  const info = objectOr(hello['serverInfo'])
  return {
    ...found,
    server: {
      name: info['name'],
      version: info['version'],
      instructions: hello['instructions'],
      capabilities,
      transport: 'http',
      url,
      auth: 'none',
    },
    fetched: {
      url: first.url,
      protocol_version: version ?? null,
      tools: found.tools.length,
      prompts: found.prompts.length,
      resources: found.resources.length,
      fetched_at: first.fetchedAt.toISOString(),
    },
    missed,
  }
}

/** One list, page by page. A server that does not answer for its tools is refused; other gaps are told. */
async function readList(
  session: McpSession,
  method: string,
  member: (typeof lists)[number]['member'],
): Promise<{ items: unknown[]; isWhole: boolean }> {
  const items: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES && !session.isOutOfTime(); page += 1) {
    const asked = session.send(method, cursor === undefined ? {} : { cursor })
    const answer = await (member === 'tools' && page === 0 ? asked : asked.catch(unlessRefused))
    const result = answer === undefined ? null : resultIn(answer)
    if (result === null) break
    const sent = Array.isArray(result[member]) ? result[member] : []
    const room = MAX_ITEMS - items.length
    items.push(...sent.slice(0, room))
    cursor = textOr(result['nextCursor'])
    if (sent.length > room) break
    if (cursor === undefined) return { items, isWhole: true }
  }
  return { items, isWhole: false }
}

/** What a server does not answer is told, not refused; anything else that is thrown is a fault. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

const noServer = ({ status }: EgressAnswer) =>
  new Refusal('unprocessable', 'The URL does not answer as an MCP server does; nothing was charged.', {
    detail:
      status === 401 || status === 403
        ? `It asks for credentials (status ${status}), which are never sent from here.`
        : `It answered initialize with status ${status} and no JSON-RPC result.`,
    fix: { action: 'Send the answers of tools/list, prompts/list and resources/list in the body instead.' },
  })
