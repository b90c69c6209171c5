import { Readable } from 'node:stream'

import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
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
import { setBody } from '../http/set-body.ts'
import { headerOf } from '../surface/serve-routes.ts'
import { openLibrary } from './library.ts'
import { replyOf, runTool } from './run-tool.ts'
import { toolNamed } from './tool-list.ts'
import { usualAnswers } from './usual-answer.ts'
import { usualCall } from './usual-call.ts'

/** A larger input goes to the outcome by HTTP. */
const MOST_BYTES = DEFAULT_BODY_BYTES
/** JSON-RPC's codes of a body that is no JSON, of one that is no request, and of what else we refuse. */
const [PARSE_ERROR, INVALID_REQUEST, REFUSED] = [-32_700, -32_600, -32_000]

/**
 * Serves MCP of the 2026-07-28 revision and of those before it, without sessions: each HTTP request brings one message. A
 * tools/call in its usual form is answered here; the protocol's library answers or refuses everything else, by a server
 * for each request.
 */
export function openMcp(deps: IngressDeps, routes: readonly Route[]): (ctx: Context) => Promise<void> {
  const { publicBaseUrl } = deps.config
  const answerByLibrary = openLibrary<Context>(publicBaseUrl, {
    call: ({ params }, context, ctx) => {
      const tool = toolNamed.get(params.name)
      if (tool === undefined) throw noSuchTool()
      return runTool(tool, params.arguments ?? {}, { deps, routes, ctx }, context)
    },
    onerror: (error) => deps.log.debug({ err: error }, 'an MCP request was rejected'),
  })
  const answerUsual = usualAnswers(publicBaseUrl)
  return async (ctx) => {
    try {
      const message = ctx.method === 'POST' ? (await readMessage(ctx, deps)).value : undefined
      const usual = message === undefined ? null : usualCall(message, (name) => headerOf(ctx, name))
      const tool = usual === null ? undefined : toolNamed.get(usual.name)
      if (usual === null || tool === undefined) return await send(ctx, await answerByLibrary(ctx, message))
      const reply = await replyOf(tool, usual.input, { deps, routes, ctx, meta: usual.meta })
      ctx.set('Cache-Control', 'no-store')
      ctx.type = 'application/json'
      ctx.body = answerUsual(usual, reply)
    } catch (error) {
      refuse(ctx, refusalFor(deps.log, error, ctx))
    }
  }
}

function noSuchTool(): ProtocolError {
  const names = [...toolNamed.keys()].join(', ')
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool of this name. The tools are ${names}; outcomes are called by call_outcome.`,
  )
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
  setBody(ctx, {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: code === 'invalid_json' ? PARSE_ERROR : isNoMessage ? INVALID_REQUEST : REFUSED,
      message: isNoMessage
        ? `${refusal.message} Send one JSON-RPC message in one request, not a batch.`
        : refusal.message,
      data: errorBody(refusal, requestIdOf(ctx)),
    },
  })
}
