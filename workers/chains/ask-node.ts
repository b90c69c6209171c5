import type { Agent } from 'undici'

import { rpcBody, type RpcQuestion } from '#shared/chains/json-rpc.ts'
import { UpstreamError } from '#shared/doors/upstreams.ts'

import { basicAuth } from '../egress/basic-auth.ts'
import { readBody } from '../egress/read-body.ts'
import { NodeError, readRpcAnswer } from './read-rpc-answer.ts'

/** Answer limit in bytes. Logs are read in pages, so answers stay smaller. */
const MAX_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 8
const CONNECT_MS = 2_000

/**
 * Sends one JSON-RPC request to one node. Throws NodeError, ChainRefusal, or the signal's reason when the call was
 * aborted.
 */
export type AskNode = (
  url: URL,
  question: RpcQuestion,
  limits: { timeoutMs: number; signal: AbortSignal },
) => Promise<unknown>

/** Opens a JSON-RPC client with its own connection pool. undici is loaded with the first request. */
export function nodeClient(): AskNode {
  let agent: Promise<Agent> | undefined
  return async (url, question, { timeoutMs, signal: over }) => {
    agent ??= import('undici').then(
      ({ Agent }) =>
        new Agent({
          connections: CONNECTIONS,
          pipelining: 1,
          keepAliveTimeout: 15_000,
          connect: { timeout: CONNECT_MS },
        }),
    )
    const signal = AbortSignal.any([over, AbortSignal.timeout(timeoutMs)])
    try {
      const reply = await (
        await agent
      ).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', ...basicAuth(url) },
        body: rpcBody(question),
        signal,
      })
      // An aborted body still emits `error`; without a listener that would end the process.
      reply.body.on('error', () => {})
      const encoding = String(reply.headers['content-encoding'] ?? '')
      const body = await readBody(reply.body, encoding, MAX_BYTES)
      return readRpcAnswer(reply.statusCode, body.toString('utf8'))
    } catch (error) {
      if (over.aborted) throw over.reason
      if (signal.aborted) throw new NodeError('timeout', 'it took too long')
      throw asNodeError(error)
    }
  }
}

function asNodeError(error: unknown): unknown {
  if (error instanceof UpstreamError)
    return new NodeError(error.problem === 'too_large' ? 'too_large' : 'bad_response', error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isOfTheSocket =
    /^(?:E[A-Z]+|UND_ERR_\w+|HPE_\w+|CERT_\w+|DEPTH_\w+|SELF_SIGNED\w*|UNABLE_\w+|ERR_(?:TLS|SSL)\w*)$/
  return isOfTheSocket.test(code) ? new NodeError('unreachable', `the request failed: ${code}`, error) : error
}
