import type { Agent } from 'undici'

import { UpstreamError } from '#shared/doors/upstreams.ts'

import { readBody } from '../egress/read-body.ts'
import { NodeError, readRpcAnswer } from './read-rpc-answer.ts'

/** No answer we ask for is larger; logs are asked for by the page. */
const MAX_BYTES = 8 * 1024 * 1024
const CONNECTIONS = 8
const CONNECT_MS = 2_000

/** Asks one node one question. Throws NodeError, ChainRefusal, or the signal's reason when the call itself is over. */
export type AskNode = (
  url: URL,
  question: { method: string; params: readonly unknown[] },
  limits: { timeoutMs: number; signal: AbortSignal },
) => Promise<unknown>

/** Asks over connections of its own, which undici is loaded for with the first question. */
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
        headers: { 'content-type': 'application/json', accept: 'application/json', ...credentials(url) },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...question }),
        signal,
      })
      // A body that is let go early still fails, and an error nobody listens to ends the process.
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

/** A user and password in the URL are sent as what they are. */
const credentials = ({ username, password }: URL): Record<string, string> =>
  username === ''
    ? {}
    : {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      }
