import { Refusal } from '#shared/errors.ts'
import type { EgressAnswer, EgressDoor } from '#shared/outcomes/doors/egress.ts'

import { objectOr, textOr } from '../capability/tool-like.ts'
import type { McpVerdict } from './mcp-verdict.ts'

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
const STEP_MS = 4_000
const MAX_PAGES = 5
const MAX_BYTES = 4 * 1024 * 1024
const lists = [
  { method: 'tools/list', member: 'tools' },
  { method: 'prompts/list', member: 'prompts' },
  { method: 'resources/list', member: 'resources' },
] as const

/**
 * Reads a server's lists over Streamable HTTP (MCP 2025-06-18): initialize, then the lists, without credentials. Throws
 * what the egress door throws, and `unprocessable` when the URL answers as no MCP server does.
 */
export async function fetchLive(url: string, egress: EgressDoor, signal: AbortSignal): Promise<LiveServer> {
  const session: { id: string | null; version: string | null } = { id: null, version: null }
  let nextId = 1
  const send = (json: Record<string, unknown>): Promise<EgressAnswer> =>
    egress.fetch(url, {
      method: 'POST',
      json: { jsonrpc: '2.0', ...json },
      accept: 'application/json, text/event-stream',
      headers: {
        ...(session.id === null ? {} : { 'mcp-session-id': session.id }),
        ...(session.version === null ? {} : { 'mcp-protocol-version': session.version }),
      },
      maxBytes: MAX_BYTES,
      maxWireBytes: MAX_BYTES,
      overflow: 'truncate',
      timeoutMs: STEP_MS,
      signal,
    })
  const ask = (method: string, params: Record<string, unknown>) => send({ id: nextId++, method, params })
  const first = await ask('initialize', {
    protocolVersion: PROTOCOL,
    capabilities: {},
    clientInfo: { name: 'farebox-audit', version: '1' },
  })
  const hello = resultIn(first)
  if (hello === null) throw noServer(first)
  session.id = String([first.headers['mcp-session-id'] ?? ''].flat()[0]) || null
  session.version = textOr(hello['protocolVersion']) ?? null
  await send({ method: 'notifications/initialized' })
  const capabilities = objectOr(hello['capabilities'])
  const found: Record<'tools' | 'prompts' | 'resources', unknown[]> = { tools: [], prompts: [], resources: [] }
  const missed: string[] = []
  for (const { method, member } of lists) {
    if (member !== 'tools' && capabilities[member] === undefined) continue
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer = resultIn(await ask(method, cursor === undefined ? {} : { cursor }))
      if (answer === null) {
        missed.push(method)
        break
      }
      found[member].push(...(Array.isArray(answer[member]) ? answer[member] : []))
      cursor = textOr(answer['nextCursor'])
      if (cursor === undefined) break
      if (page === MAX_PAGES - 1) missed.push(`${method} after ${MAX_PAGES} pages`)
    }
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
      protocol_version: session.version,
      tools: found.tools.length,
      prompts: found.prompts.length,
      resources: found.resources.length,
      fetched_at: first.fetchedAt.toISOString(),
    },
    missed,
  }
}

/** The result of a JSON-RPC answer, in JSON or as a server-sent event; null when it is none. */
function resultIn({ status, contentType, body }: EgressAnswer): Record<string, unknown> | null {
  if (status < 200 || status > 299) return null
  const text = body.toString('utf8')
  const messages = contentType === 'text/event-stream' ? text.split(/\r?\n\r?\n/).map(dataOf) : [text]
  for (const message of messages) {
    try {
      const result = objectOr(JSON.parse(message))['result']
      if (typeof result === 'object' && result !== null) return objectOr(result)
    } catch {
      // A stream holds comments and other events too.
    }
  }
  return null
}

const dataOf = (event: string) =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trim())
    .join('\n')

const noServer = ({ status }: EgressAnswer) =>
  new Refusal('unprocessable', 'The URL does not answer as an MCP server does; nothing was charged.', {
    detail:
      status === 401 || status === 403
        ? `It asks for credentials (status ${status}), which are never sent from here.`
        : `It answered initialize with status ${status} and no JSON-RPC result.`,
    fix: { action: 'Send the answers of tools/list, prompts/list and resources/list in the body instead.' },
  })
