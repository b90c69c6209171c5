import { Readable } from 'node:stream'

import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import type { Context } from 'koa'

import { Refusal, statusOf } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'

import type { IngressDeps } from '../deps.ts'
import { accessOf } from '../http/access-log.ts'
import { declaredBytes, readJsonBody } from '../http/body/json-body.ts'
import { DEFAULT_BODY_BYTES } from '../http/body/json-size.ts'
import { callerAddress } from '../http/caller.ts'
import { errorBody } from '../http/error-body.ts'
import { refusalFor, requestIdOf } from '../http/errors.ts'
import type { Route } from '../http/route.ts'
import { headerOf } from '../surface/serve-routes.ts'
import { runTool } from './run-tool.ts'
import { serveBefore2026 } from './serve-before-2026.ts'
import { INSTRUCTIONS, toolList, toolNamed } from './tool-list.ts'

/** A larger input goes to the outcome by HTTP. */
const MOST_BYTES = DEFAULT_BODY_BYTES
/** JSON-RPC's codes of a body that is no JSON, of one that is no request, and of what else we refuse. */
const [PARSE_ERROR, INVALID_REQUEST, REFUSED] = [-32_700, -32_600, -32_000]
/** The request headers that the protocol knows. */
const HEADERS = /^(?:accept|content-type|last-event-id|mcp-[\w-]+)$/

/**
 * Serves MCP of the 2026-07-28 revision and of those before it, without sessions: each HTTP request brings one message and
 * is answered by a server of its own, which knows that request.
 */
export function openMcp(deps: IngressDeps, routes: readonly Route[]): (ctx: Context) => Promise<void> {
  const contexts = new WeakMap<Request, Context>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const ctx = requestInfo === undefined ? undefined : contexts.get(requestInfo)
      if (ctx === undefined) throw new Error('an MCP request without its HTTP request')
      return serverFor(deps, routes, ctx)
    },
    // Nothing of ours changes while a client listens.
    { maxSubscriptions: 0, onerror: (error) => deps.log.debug({ err: error }, 'an MCP request was rejected') },
  )
  return async (ctx) => {
    const stop = new AbortController()
    // What is answered needs no end; an abort makes errors that nobody reads.
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) stop.abort()
    })
    try {
      const message = ctx.method === 'POST' ? await readMessage(ctx, deps) : undefined
      const request = new Request(`${deps.config.publicBaseUrl}/mcp`, {
        method: ctx.method,
        headers: Object.keys(ctx.req.headers)
          .filter((name) => HEADERS.test(name))
          .map((name): [string, string] => [name, headerOf(ctx, name) ?? '']),
        signal: stop.signal,
      })
      contexts.set(request, ctx)
      if (
        message !== undefined &&
        wantsOneAnswer(message.value) &&
        (await isLegacyRequest(request, { parsedBody: message.value }))
      )
        await send(ctx, await serveBefore2026(serverFor(deps, routes, ctx), request, message.value))
      else await send(ctx, await handler.fetch(request, message === undefined ? {} : { parsedBody: message.value }))
    } catch (error) {
      refuse(ctx, refusalFor(deps.log, error, ctx))
    }
  }
}

/** A request for no more than its answer: it has no progress token. */
const wantsOneAnswer = ({ id, method, params }: Readonly<Record<string, unknown>>) =>
  id !== undefined && typeof method === 'string' && Object(Object(params)._meta).progressToken === undefined

function serverFor(deps: IngressDeps, routes: readonly Route[], ctx: Context): Server {
  const server = new Server(
    { name: 'farebox', title: 'Farebox', version: '0.1.0', websiteUrl: deps.config.publicBaseUrl },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
      // Nobody is asked for input; without this every request would make a validator.
      jsonSchemaValidator: NO_VALIDATOR,
    },
  )
  server.setRequestHandler('tools/list', () => toolList)
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = toolNamed.get(params.name)
    if (tool === undefined) {
      const names = [...toolNamed.keys()].join(', ')
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool of this name. The tools are ${names}; outcomes are called by call_outcome.`,
      )
    }
    return runTool(tool, params.arguments ?? {}, { deps, routes, ctx }, context)
  })
  return server
}

const NO_VALIDATOR = {
  getValidator: () => () => ({ valid: false as const, data: undefined, errorMessage: 'nobody is asked' }),
}

/** Reads one JSON-RPC message. Throws Refusals, for a batch too: the protocol has none since 2025-06-18. */
async function readMessage(ctx: Context, { refused, bodyRoom, config, localLimiter }: IngressDeps) {
  const address = ipBlock(callerAddress(ctx.req, config.TRUST_PROXY_HOPS))
  const bytes = Math.min(declaredBytes(ctx.req) ?? Infinity, MOST_BYTES)
  const origin = headerOf(ctx, 'origin')
  if (origin !== undefined && !/^https?:$/.test(URL.parse(origin)?.protocol ?? ''))
    throw new Refusal('forbidden', 'This Origin is none; nothing was run.')
  const visit = refused.enter(address, bytes)
  const room = bodyRoom.enter(address, bytes)
  try {
    const message = await readJsonBody(ctx.req, MOST_BYTES)
    if (message.value['method'] !== 'tools/call') await localLimiter.take(config.limits.discovery, address)
    return message
  } catch (error) {
    visit.fail(error)
    throw error
  } finally {
    visit.pass()
    room.leave()
  }
}

async function send(ctx: Context, response: Response): Promise<void> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  ctx.status = response.status
  for (const [name, value] of response.headers) ctx.set(name, value)
  ctx.set('Cache-Control', 'no-store')
  if (isStream) ctx.set('X-Accel-Buffering', 'no')
  // Safe: the stream of a Response is a web stream of bytes, as Node has it.
  const { body } = response as { body: Parameters<typeof Readable.fromWeb>[0] | null }
  ctx.body = body === null ? null : isStream ? Readable.fromWeb(body) : await response.text()
}

/** Answers what is no message of the protocol, by an error of JSON-RPC. */
function refuse(ctx: Context, refusal: Refusal): void {
  // A list, or JSON that is vetted out.
  const isNoMessage = refusal.code === 'validation_error'
  const { code, retryAfterS } = { code: refusal.code, ...refusal.detail }
  accessOf(ctx).code = code
  ctx.status = isNoMessage ? 400 : statusOf(code)
  ctx.set('Cache-Control', 'no-store')
  if (retryAfterS !== undefined) ctx.set('Retry-After', String(retryAfterS))
  ctx.body = {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: code === 'invalid_json' ? PARSE_ERROR : isNoMessage ? INVALID_REQUEST : REFUSED,
      message: isNoMessage
        ? `${refusal.message} Send one JSON-RPC message in one request, not a batch.`
        : refusal.message,
      data: errorBody(refusal, requestIdOf(ctx)),
    },
  }
}
