import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Question = { method: string; params: unknown[] }
/** What a node does with a question: a text is its body (200); a function answers by itself. */
export type NodeAct = (question: Question, response: ServerResponse) => unknown

/** A JSON-RPC node over HTTP that does what it is told, and remembers what it was asked. */
export async function rpcServer(act: NodeAct) {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      // Safe: questions are ours.
      const question = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Question
      asked.push(question.method)
      const said = act(question, response)
      if (typeof said === 'string') response.end(said)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe: a server that listens on a host and port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    close: () => new Promise<void>((done) => server.close(() => done()).closeAllConnections()),
  }
}

export type RpcServer = Awaited<ReturnType<typeof rpcServer>>

export const rpcResult = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result })
export const rpcError = (code: number, message: string, data?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message, data } })
