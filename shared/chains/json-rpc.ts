import { z } from 'zod'

import { askJson } from '#shared/lib/network/ask-json.ts'

/** A node answered with a JSON-RPC error. The message is the node's own and never contains its URL. */
export class RpcRefused extends Error {
  override readonly name = 'RpcRefused'
  readonly code: number
  readonly data: unknown
  /** HTTP status of the answer. */
  readonly status: number

  constructor(code: number, message: string, data?: unknown, status = 200) {
    super(message)
    this.code = code
    this.data = data
    this.status = status
  }
}

const Answer = z.object({
  result: z.unknown().optional(),
  error: z
    .object({ code: z.number().optional(), message: z.string().default(''), data: z.unknown().optional() })
    .nullish(),
})

export type RpcQuestion = { method: string; params?: readonly unknown[] }

/** Returns the body of a JSON-RPC request. */
export const rpcBody = ({ method, params = [] }: RpcQuestion): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** Reads a JSON-RPC answer, which may have neither result nor error. Returns null for anything else. */
export function rpcAnswerOf(body: unknown): z.output<typeof Answer> | null {
  const read = Answer.safeParse(body)
  return read.success ? read.data : null
}

/**
 * Sends a JSON-RPC request and returns the result, with the limits of `askJson`. Throws RpcRefused for an error of the
 * node, another Error when there is no such answer. No message contains the URL, which may include a key.
 */
export async function callRpc(url: string, question: RpcQuestion, timeoutMs: number): Promise<unknown> {
  const { status, body } = await askJson(url, { body: rpcBody(question), timeoutMs })
  const { result, error } = rpcAnswerOf(body) ?? {}
  if (error?.code !== undefined && error.message !== '') {
    throw new RpcRefused(error.code, error.message, error.data, status)
  }
  if (result === undefined || (error !== undefined && error !== null)) throw new Error('the answer is no JSON-RPC')
  return result
}
