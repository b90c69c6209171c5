import { rpcAnswerOf } from '#shared/chains/json-rpc.ts'
import { ChainRefusal, type NodeProblem } from '#shared/doors/chains.ts'

import { exactJson } from './exact-json.ts'
import { RPC_ERRORS } from './rpc-errors.rules.ts'

/** A node failed; the next one is asked. The message never contains the node's URL. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly problem: NodeProblem

  constructor(problem: NodeProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.problem = problem
  }
}

/**
 * Reads the `result` of a JSON-RPC answer regardless of its HTTP status: an error in a 200 is an error, and a chain's
 * refusal with a 400 is a refusal. Throws NodeError or ChainRefusal.
 */
export function readRpcAnswer(status: number, text: string): unknown {
  const answer = parseAnswer(text)
  if (answer === null) {
    if (status === 429) throw new NodeError('rate_limited', 'it answered 429')
    if (status >= 500) throw new NodeError('server_error', `it answered ${status}`)
    if (status >= 400) throw new NodeError('refused', `it answered ${status}`)
    throw new NodeError('bad_response', 'it answered with no JSON-RPC')
  }
  const { result, error } = answer
  if (error !== undefined && error !== null) throw meaningOf(status, error)
  if (status === 429) throw new NodeError('rate_limited', 'it answered 429')
  if (status >= 300) throw new NodeError(status >= 500 ? 'server_error' : 'bad_response', `it answered ${status}`)
  if (result === undefined) throw new NodeError('bad_response', 'it answered with neither result nor error')
  return result
}

function parseAnswer(text: string): ReturnType<typeof rpcAnswerOf> {
  try {
    return rpcAnswerOf(exactJson(text))
  } catch {
    return null
  }
}

function meaningOf(
  status: number,
  { code, message, data }: { code?: number | undefined; message: string; data?: unknown },
) {
  const said = message.slice(0, 200)
  const rule = RPC_ERRORS.find(
    ({ codes, says }) => (code !== undefined && codes?.includes(code) === true) || says?.test(said) === true,
  )
  const revertData = typeof data === 'string' && /^0x[0-9a-fA-F]*$/.test(data) ? data : null
  if (rule?.is === 'reverted') return new ChainRefusal('reverted', said, { data: revertData })
  if (rule?.is === 'too_much') return new ChainRefusal('too_much', said, { most: mostOf(said) })
  if (rule !== undefined) return new NodeError(rule.is, `it said ${code ?? ''} ${said}`)
  // Return data means that the node has executed the call.
  if (revertData !== null && revertData.length >= 10) return new ChainRefusal('reverted', said, { data: revertData })
  return new NodeError(status === 429 ? 'rate_limited' : 'server_error', `it said ${code ?? ''} ${said}`)
}

/** The block limit that an error message names: "limited to a 2,000 range", "max block range 5000". */
function mostOf(message: string): number | null {
  const [number] = /\d{1,3}(?:,\d{3})+|\d{2,6}/.exec(message) ?? []
  const most = Number((number ?? '').replaceAll(',', ''))
  return most >= 10 && most <= 100_000 ? most : null
}
