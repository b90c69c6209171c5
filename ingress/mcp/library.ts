import {
  type CallToolRequest,
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Context } from 'koa'

import { headerOf } from '../surface/serve-routes.ts'
import { serveBefore2026 } from './serve-before-2026.ts'
import { serverInfo } from './server-info.ts'
import { INSTRUCTIONS, toolList } from './tool-list.ts'

type Json = Readonly<Record<string, unknown>>

/** What of an HTTP request the library is asked with. */
export type HttpRequest = Pick<Context, 'method' | 'req' | 'res'>

type Given<Asked extends HttpRequest> = {
  call: (request: CallToolRequest, context: ServerContext, asked: Asked) => Promise<CallToolResult>
  onerror: (error: Error) => void
}

/** The request headers that the protocol knows. */
const HEADERS = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/

/**
 * The protocol as its library serves it: each HTTP request has a server of its own, which knows that request. `message` is
 * the JSON-RPC message of a POST.
 */
export function openLibrary<Asked extends HttpRequest>(baseUrl: string, { call, onerror }: Given<Asked>) {
  const askedBy = new WeakMap<Request, Asked>()
  const serverFor = (asked: Asked): Server => serverOf(baseUrl, (request, context) => call(request, context, asked))
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const asked = requestInfo === undefined ? undefined : askedBy.get(requestInfo)
      if (asked === undefined) throw new Error('an MCP request without its HTTP request')
      return serverFor(asked)
    },
    // Nothing of ours changes while a client listens.
    { maxSubscriptions: 0, onerror },
  )
  return async (asked: Asked, message: Json | undefined): Promise<Response> => {
    const request = requestOf(asked, `${baseUrl}/mcp`)
    askedBy.set(request, asked)
    if (message === undefined) return handler.fetch(request)
    if (wantsOneAnswer(message) && (await isLegacyRequest(request, message)))
      return serveBefore2026(serverFor(asked), request, message)
    return handler.fetch(request, { parsedBody: message })
  }
}

/** A request of the web for one of Node. Its signal is aborted when the caller leaves before the answer. */
function requestOf({ method, req, res }: HttpRequest, url: string): Request {
  const stop = new AbortController()
  // What is answered needs no end; an abort makes errors that nobody reads.
  res.once('close', () => {
    if (!res.writableFinished) stop.abort()
  })
  const headers = Object.keys(req.headers)
    .filter((name) => HEADERS.test(name))
    .map((name): [string, string] => [name, headerOf({ req }, name) ?? ''])
  return new Request(url, { method, headers, signal: stop.signal })
}

/** A request for no more than its answer: it has no progress token. */
const wantsOneAnswer = ({ id, method, params }: Json) =>
  id !== undefined && typeof method === 'string' && Object(Object(params)._meta).progressToken === undefined

function serverOf(
  baseUrl: string,
  call: (request: CallToolRequest, context: ServerContext) => Promise<CallToolResult>,
): Server {
  const server = new Server(serverInfo(baseUrl), {
    capabilities: { tools: {} },
    instructions: INSTRUCTIONS,
    cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
    // Nobody is asked for input; without this every request would make a validator.
    jsonSchemaValidator: NO_VALIDATOR,
  })
  server.setRequestHandler('tools/list', () => toolList)
  server.setRequestHandler('tools/call', call)
  return server
}

const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'nobody is asked' }),
}
