import { z } from 'zod'

const Answer = z.union([
  z.object({ result: z.unknown(), error: z.undefined().optional() }),
  z.object({ error: z.object({ code: z.int(), message: z.string() }) }),
])

/**
 * Sends one request to a JSON-RPC server on this machine. Throws with the method and the server's message when it
 * refuses.
 */
export async function askRpc(rpcUrl: string, method: string, params: unknown[] = []): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(30_000),
  })
  const answer = Answer.parse(await response.json())
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message} (${answer.error.code})`)
  return answer.result
}
