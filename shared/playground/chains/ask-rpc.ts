import { callRpc, RpcRefused } from '#shared/chains/json-rpc.ts'

const ANSWERS_WITHIN_MS = 30_000

/**
 * Sends one request to a JSON-RPC server on this machine. Throws with the method and the server's message when it
 * refuses.
 */
export async function askRpc(rpcUrl: string, method: string, params: unknown[] = []): Promise<unknown> {
  try {
    return await callRpc(rpcUrl, { method, params }, ANSWERS_WITHIN_MS)
  } catch (error) {
    throw error instanceof RpcRefused ? new Error(`${method}: ${error.message} (${error.code})`) : error
  }
}
