import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server'

import { wrongFields } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'

import { callerAddress } from '../http/caller.ts'
import { errorBody } from '../http/error-body.ts'
import { refusalFor, requestIdOf } from '../http/errors.ts'
import { fieldErrors } from '../http/field-errors.ts'
import type { Reply } from '../http/route.ts'
import { reportProgress } from './report-progress.ts'
import type { Tool, ToolCall } from './tool.ts'
import { toolResult } from './tool-result.ts'

/** Runs a tool for the protocol's library, and tells about its progress if the request asks for it. */
export async function runTool(
  tool: Tool,
  input: unknown,
  call: Omit<ToolCall, 'meta'>,
  { mcpReq }: Pick<ServerContext, 'mcpReq'>,
): Promise<CallToolResult> {
  const { deps, ctx } = call
  const done = new AbortController()
  const token = mcpReq._meta?.progressToken
  if (token !== undefined) {
    void reportProgress(deps, requestIdOf(ctx), done.signal, (progress, { step, state }) =>
      mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: token, progress, message: `${step}: ${state}` },
      }),
    )
  }
  try {
    return toolResult(await replyOf(tool, input, { ...call, meta: mcpReq._meta ?? {} }))
  } finally {
    done.abort()
  }
}

/** Runs a tool and resolves with its reply. A refusal is a reply too, because a model can act on it. */
export async function replyOf(tool: Tool, input: unknown, call: ToolCall): Promise<Reply> {
  const { deps, ctx } = call
  try {
    return await answer(tool, input, call)
  } catch (error) {
    const refusal = refusalFor(deps.log, error, ctx)
    const { status, ...body } = { status: 400, ...errorBody(refusal, requestIdOf(ctx)) }
    return { status, body }
  }
}

async function answer(tool: Tool, input: unknown, call: ToolCall): Promise<Reply> {
  const { config, localLimiter } = call.deps
  if (tool.limit === 'discovery') {
    const ip = ipBlock(callerAddress(call.ctx.req, config.TRUST_PROXY_HOPS))
    await localLimiter.take(config.limits.discovery, ip)
  }
  const parsed = tool.strictInput.safeParse(input)
  if (!parsed.success) {
    const { fields, total } = fieldErrors(parsed.error.issues, 'body', input)
    throw wrongFields(fields, total, { action: 'Correct the arguments in detail[].' })
  }
  return tool.run(parsed.data, call)
}
